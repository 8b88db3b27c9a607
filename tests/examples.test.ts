import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";

const folder = join(import.meta.dirname, "..", "examples");

/** What each example prints at its end. */
const LAST_LINES: Readonly<Record<string, RegExp>> = {
  "01-hello.ts": /^done: 28 characters$/,
  "02-tool.ts": /^model: You rolled a 12\.$/,
  "03-steer.ts": /^assistant: I did steps 1 and 3\.$/,
  "04-continue.ts": /^\d+ run_end$/,
  "05-retry.ts": /^scripted\/backup: Ahoy\.$/,
  "06-skill.ts": /^\/skill:greet Ada → .*Say ahoy, and the name\.\\n<\/skill>\\n\\nAda"\}\]$/,
  "07-agent-session.ts": /^Compacted! Kept from ID: \w+, Summary: # Goal Move main\.ts to the new logger\. \[messages 1-4\]$/,
  "08-callbacks.ts": /^panel: tool_started, tool_completed$/,
  "09-tree.ts": /^all in all: 2150$/,
  "10-orchestrator.ts": /^cost: 1\.00 USD$/,
  "11-hooks.ts": /^assistant: Grace signs it\.$/,
  "12-extensions.ts": /^\/tab: 5 glasses so far$/,
  "13-structured-output.ts": /^Bergen to Leith by way of Lerwick: 5 days$/,
  "14-tasks.ts": /^assistant: It is forty feet wide\.$/,
};

test("every example has an expected last line", () => {
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.endsWith(".ts")),
    Object.keys(LAST_LINES),
  );
});

for (const [name, lastLine] of Object.entries(LAST_LINES)) {
  test(`example ${name} runs to its end`, async () => {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, ["--conditions=coxswain-source", join(folder, name)]);
    assert.equal(stderr, "");
    assert.match(stdout.trimEnd().split("\n").at(-1) ?? "", lastLine);
  });
}
