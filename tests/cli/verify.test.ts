import assert from "node:assert/strict";
import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { openCox } from "./cox-scene.ts";

const write = { calls: [{ name: "write", input: { path: "done", content: "1" } }] };

test("--verify continues a run until the command succeeds, and its result reports the check", async () => {
  await using cox = await openCox(["Finished.", write, "Now it is."]);
  const { code, stdout } = await cox.run(["Do it", "--yes", "--verify", "test -f done", "--output-format", "json"]);
  const { result, evidence } = JSON.parse(stdout) as Readonly<Record<string, unknown>>;
  assert.deepEqual([code, result], [0, "Now it is."]);
  assert.deepEqual(evidence, { checks: [{ command: "test -f done", outcome: "passed", changedSince: [] }] });
  assert.match((await cox.run(["sessions", "show", "Do it"])).stdout, /\nChecks: test -f done passed after the last change\n$/);
});

test("--verify ends with a limit when the command still fails", async () => {
  await using cox = await openCox(["One.", "Two.", "Three.", "Four."]);
  const { code, stderr } = await cox.run(["Do it", "--verify", "false"]);
  assert.equal(code, 3);
  assert.match(stderr, /the check "false" still fails after 3 corrections\./i);
});

test("a command of the setting `checks` counts as a check, also with arguments", async () => {
  await using cox = await openCox([{ calls: [{ name: "bash", input: { command: "./verify.sh --all" } }] }, "Done."]);
  await cox.write("verify.sh", "#!/bin/sh\nexit 1\n");
  await chmod(join(cox.project, "verify.sh"), 0o755);
  await cox.set({ checks: ["./verify.sh"] });
  const { stdout } = await cox.run(["Go", "--mode", "yolo", "--output-format", "json"]);
  const { evidence } = JSON.parse(stdout) as Readonly<Record<string, unknown>>;
  assert.deepEqual(evidence, { checks: [{ command: "./verify.sh --all", outcome: "failed", changedSince: [] }] });
});
