import assert from "node:assert/strict";
import { test } from "node:test";
import type { ProcessResult } from "../workspace/index.ts";
import { sandboxNotes } from "./sandbox-note.ts";

const result = (code: number, refused: readonly string[]): ProcessResult => ({
  end: { kind: "exit", code },
  output: { head: "CONNECT tunnel failed, response 403", tail: "", omitted: 0, bytes: 35 },
  duration: 1,
  background: false,
  confinement: { kind: "bubblewrap", network: ["a.test"] },
  refused,
});

test("lists network refusals of every command, and advice after a failed one", () => {
  const line = "The sandbox does not allow b.test:443. Allowed: a.test.";
  assert.deepEqual(sandboxNotes(result(0, [line])), [line]);
  const [first, second] = sandboxNotes(result(56, [line]));
  assert.equal(first, line);
  assert.match(second ?? "", /can connect to a\.test only\. If that is why it failed, run it with outside/);
  assert.deepEqual(sandboxNotes(result(56, [])), []);
  assert.equal(
    sandboxNotes(
      result(
        0,
        Array.from({ length: 50 }, (_, nth) => String(nth)),
      ),
    ).length,
    5,
  );
});

test("recognizes git's error for a hidden file as caused by the sandbox", () => {
  const output = { head: "error: .env: can only add regular files, symbolic links or git-directories\n", tail: "", omitted: 0, bytes: 77 };
  assert.match(sandboxNotes({ ...result(128, []), output })[0] ?? "", /cannot read secrets/);
});

test("reports a repository that could not be created", () => {
  const output = { head: "fatal: cannot copy 'a' to '/work/.git/description': Read-only file system\n", tail: "", omitted: 0, bytes: 73 };
  assert.match(sandboxNotes({ ...result(128, []), output })[0] ?? "", /or repositories there.*run it with outside/);
});

test("reports that a command without output may have waited for the network when it timed out", () => {
  const silent = { ...result(0, []), output: { head: "", tail: "", omitted: 0, bytes: 0 }, end: { kind: "timeout", after: 1 } } as const;
  const off = { kind: "bubblewrap", network: "off" } as const;
  assert.match(sandboxNotes({ ...silent, confinement: off })[0] ?? "", /has no network\. If that is why/);
  assert.deepEqual(sandboxNotes({ ...silent, confinement: off, output: result(0, []).output }), []);
  assert.deepEqual(sandboxNotes({ ...silent, confinement: { kind: "none", reason: "off" } }), []);
});
