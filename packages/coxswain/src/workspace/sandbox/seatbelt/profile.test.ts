import assert from "node:assert/strict";
import { test } from "node:test";
import { seatbeltProfile } from "./profile.ts";

const PLACES = { writable: ["/p"], readOnly: ["/p/.git/hooks"], hidden: ["/p/.env", "/Users/me/.ssh"], network: false };

test("a profile allows writing in the folder, except files that run code, and hides secrets", () => {
  assert.equal(
    seatbeltProfile(PLACES),
    `(version 1)
(allow default)
(deny file-write*)
(allow file-write* (literal "/dev/null") (literal "/dev/zero") (literal "/dev/tty") (literal "/dev/stdout") (literal "/dev/stderr") (literal "/dev/dtracehelper"))
(allow file-read* file-write* (subpath "/p"))
(deny file-read* file-write* (subpath "/p/.env"))
(deny file-write* (subpath "/p/.git/hooks"))
(deny file-read* file-write* (subpath "/Users/me/.ssh"))
(deny file-write-unlink (literal "/p"))
(deny file-write-unlink (literal "/p/.git"))
(deny file-write-setugid)
(deny network*)
(deny signal)
(allow signal (target same-sandbox))
(deny mach-priv-task-port)
(deny appleevent-send)
(deny job-creation)
`,
  );
});

test("inner paths come after outer ones, since the last rule applies", () => {
  const profile = seatbeltProfile({ ...PLACES, writable: ["/data/trees/x"], readOnly: [], hidden: ["/data"] });
  assert.ok(profile.indexOf('(subpath "/data")') < profile.indexOf('(subpath "/data/trees/x")'));
});

test("an unrestricted network has no rule", () => {
  assert.doesNotMatch(seatbeltProfile({ ...PLACES, network: true }), /network/);
});

test("names cannot escape their quotes", () => {
  const profile = seatbeltProfile({ ...PLACES, writable: ['/p")(allow file-write*) (literal "\\'], hidden: [], readOnly: [] });
  assert.ok(profile.includes('(subpath "/p\\")(allow file-write*) (literal \\"\\\\"))\n'), profile);
});
