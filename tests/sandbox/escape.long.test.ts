import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { unconfinedReason } from "./unconfined-reason.ts";

test("no attack escapes the sandbox of a user without root, with swapped links neither", async (t) => {
  const reason = await unconfinedReason();
  if (reason !== undefined) return t.skip(reason);
  if (process.getuid?.() !== 0) return t.skip("escape.test.ts covers this, because it does not run as root");
  const unprivileged = ["--reuid=65534", "--regid=65534", "--clear-groups"];
  const pattern = "--test-name-pattern=A3: no attack escapes the sandbox of a|swaps folders for links";
  const program = [
    process.execPath,
    ...process.execArgv.filter((flag) => flag.startsWith("--conditions")),
    "--test",
    pattern,
    join(import.meta.dirname, "escape.test.ts"),
  ];
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const { status, stdout, error } = spawnSync("setpriv", [...unprivileged, ...program], {
    encoding: "utf8",
    env: { ...env, HOME: "/nonexistent" },
  });
  if (error !== undefined) return t.skip("setpriv is not installed");
  assert.equal(status, 0, stdout);
  assert.match(stdout, /pass 4\b/, stdout);
});
