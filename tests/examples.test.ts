import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";

const folder = join(import.meta.dirname, "..", "examples");

/** Complete output of the seeds' usage examples, which behave like the seeds. Ids are replaced by `ID`. */
const SEEDS = {
  // S0, part 10.
  "07-agent-session.ts": `
user: Refactor main.ts to use the new logger.
assistant: I build both.
tool: logger is built.
tool: Skipped: the user steered the run.
user: Wait, check for errors first
assistant: No errors: the logger is built, and main.ts is next.
Compacted! Preserved from ID: ID, Summary: # Goal Move main.ts to the new logger. [messages 1-4]
`,
  // S1, integration points: a screen's callbacks, the registry of tools, a provider's models, the hub.
  "08-callbacks.ts": `
text: Let me look.
running: read {"path":"tides.txt"}
result: 1\tKiel 14:05
text: High tide in Kiel is at 14:05.
complete
answer: You are welcome.
panel: tool_started, tool_completed
`,
  // S3, basic usage and the explore tool.
  "09-tree.ts": `
Session ID: ID
message: I have it explored.
tool call: explore {"question":"Which port?"}
tokens used: 0
  tool call: read {"path":"port.txt"}
  tokens used: 0
  tool: read The port is 8080.
  message: It is 8080.
  tokens used: 920
  done
tool: explore It is 8080.
message: The server listens on 8080.
tokens used: 1230
done
all in all: 2150
`,
  // S4, Send with its events, in their order.
  "10-orchestrator.ts": `
appended: user: Build it.
assistant_thinking_delta: A build is asked for.
assistant_text_delta: I build it.
appended: assistant: I build it.
cost: 0.25 USD
context: 10 %
requested: build
queue: 1
sent: null
waiting: [ 'And the tests?' ]
completed: build
appended: tool: Built.
assistant_text_delta: It is built.
appended: assistant: It is built.
cost: 0.50 USD
context: 11 %
turn completed: It is built.
queue: 0
appended: user: And the tests?
assistant_text_delta: They pass.
appended: assistant: They pass.
cost: 0.75 USD
context: 12 %
turn completed: They pass.
appended: user: The deploy is due at noon.
assistant_text_delta: Noted.
appended: assistant: Noted.
cost: 1.00 USD
context: 13 %
turn completed: Noted.
the first send: It is built.
`,
} as const;

/** Last line of each other example's output. */
const LAST_LINES: Readonly<Record<string, RegExp>> = {
  "01-hello.ts": /^done: 26 characters$/,
  "02-tool.ts": /^model: You rolled a 12\.$/,
  "03-steer.ts": /^assistant: I did steps 1 and 3\.$/,
  "04-continue.ts": /^\d+ run_end$/,
  "05-retry.ts": /^scripted\/backup: Ahoy\.$/,
  "06-skill.ts": /^\/skill:greet Ada → .*Say ahoy, and the name\.\\n<\/skill>\\n\\nAda"\}\]$/,
  "11-hooks.ts": /^assistant: Grace signs it\.$/,
  "12-extensions.ts": /^\/tab: 5 glasses so far$/,
  "13-structured-output.ts": /^Bergen to Leith by way of Lerwick: 5 days$/,
  "14-tasks.ts": /^assistant: It is forty feet wide\.$/,
  "15-many-users.ts": /^Grace: .*Not in this weather\.$/,
};

test("every example has an expected output", () => {
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.endsWith(".ts")),
    [...Object.keys(SEEDS), ...Object.keys(LAST_LINES)].toSorted(),
  );
});

/** Returns an example's output without the final newline. */
const outputOf = async (name: string): Promise<string> => {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ["--conditions=coxswain-source", join(folder, name)]);
  assert.equal(stderr, "");
  return stdout.trimEnd();
};

for (const [name, output] of Object.entries(SEEDS)) {
  test(`the seed's example ${name} behaves like the seed`, async () => {
    assert.equal((await outputOf(name)).replaceAll(ID, "ID: ID"), output.trim());
  });
}

for (const [name, lastLine] of Object.entries(LAST_LINES)) {
  test(`example ${name} runs to its end`, async () => {
    assert.match((await outputOf(name)).split("\n").at(-1) ?? "", lastLine);
  });
}

const ID = /\bID: [0-9a-z][0-9a-z-]+/g;
