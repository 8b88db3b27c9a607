import assert from "node:assert/strict";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { nodeWorkspace } from "coxswain/tools";
import { runUserCommand } from "./user-command.ts";

const root = realpathSync(mkdtempSync(join(tmpdir(), "cox-command-")));
after(() => rmSync(root, { recursive: true }));

const LIMITS = { timeout: 5000, output: 100 };

const run = async (command: string, limits = LIMITS, env: Readonly<Record<string, string | undefined>> = process.env) => {
  const workspace = nodeWorkspace({ root, env });
  try {
    return await runUserCommand(workspace, command, { session_id: "s1" }, limits);
  } finally {
    await workspace.close();
  }
};

test("the command runs in the folder, gets its input as JSON, and no secret of the environment", async () => {
  assert.equal(await run("cat; pwd"), `{"session_id":"s1"}\n${root}\n`);
  assert.equal(await run("echo $ANTHROPIC_API_KEY-", LIMITS, { ...process.env, ANTHROPIC_API_KEY: "sk-secret" }), "-\n");
});

test("a failure has the exit code and the first line of standard error", async () => {
  await assert.rejects(run("echo 'jq: not found' >&2; echo more >&2; exit 3"), { message: "exit code 3: jq: not found" });
});

test("a command that does not end is stopped", async () => {
  await assert.rejects(run("cat >/dev/null; sleep 60", { ...LIMITS, timeout: 300 }), { message: "no end within 0.3 s" });
});

test("long output is truncated", async () => {
  assert.equal((await run("head -c 5000 /dev/zero | tr '\\0' x")).length, 100);
});
