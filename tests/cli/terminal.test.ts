import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { stripVTControlCharacters } from "node:util";
import { LEAVE, openTerminal, PLAIN, atTerminal as typeAtTerminal } from "./at-terminal.ts";
import { ACTIVE, COX, type CoxScene, jsonLines, openCox, messagesOf, SUMMARY } from "./cox-scene.ts";

const skip = process.platform === "linux" ? false : "`script` gives a terminal in other ways here";

/**
 * Runs `cox` at a separate terminal and returns its output. `typed` is entered once the `question` is shown; input ends
 * after it unless there is `more`.
 */
const atTerminal = async (
  cox: CoxScene,
  args: readonly string[],
  { typed = "", question = "[y/N] ", more = false, env = {} } = {},
): Promise<{ code: number; screen: string }> => {
  const words = [process.execPath, ...COX, ...args].map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
  // A shell in between would end by the signal of Ctrl+C.
  const child = spawn("script", ["-qefc", `exec ${words}`, "/dev/null"], {
    cwd: cox.project,
    env: { ...cox.env, TERM: "xterm", ...env },
    stdio: ["pipe", "pipe", "inherit"],
  });
  let screen = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    if (!screen.includes(question) && (screen + text).includes(question)) {
      child.stdin.write(typed);
      if (!more) child.stdin.end();
    }
    screen += text;
  });
  const [code] = (await once(child, "close")) as [number];
  return { code, screen: screen.replaceAll("\r\n", "\n").replace(SUMMARY, "") };
};

test("streams the model's text of a headless run at a terminal, with a line for each tool call between", { skip }, async () => {
  await using cox = await openCox([{ text: "I look.", calls: [{ name: "ls", input: { path: "." } }] }, "Nothing here."]);
  const { code, screen } = await atTerminal(cox, ["-p", "look"]);
  assert.equal(code, 0);
  assert.equal(stripVTControlCharacters(screen), "I look.\n> ls  .\nNothing here.\n");
});

test("T9: escapes all text of a model, a tool or a file for the terminal", { skip }, async () => {
  const hostile = "\u001b]0;title\u0007\u001b[2J\u001bP+q\u001b\\\u009b31m\u0085\u202eevil\u2066\u{e0041}\r";
  await using cox = await openCox([
    { text: hostile, reasoning: hostile, calls: [{ name: "read", input: { path: hostile } }] },
    { calls: [{ name: hostile, input: {} }] },
    { calls: [{ name: "write", input: { path: hostile, content: hostile } }] },
    hostile,
  ]);
  const answers = { typed: "n\n", question: "a reason to deny: ", env: { NO_COLOR: "1" } };
  const { screen } = await atTerminal(cox, ["look", "--output-format", "text"], answers);
  assert.doesNotMatch(screen, ACTIVE);
  assert.match(screen, /\\x1b\]0;title\\x07/);
  const shown = await atTerminal(cox, ["sessions", "show", (await cox.sessionFiles())[0]?.split("/").at(-1)?.slice(0, -6) ?? ""]);
  assert.doesNotMatch(shown.screen, ACTIVE);
});

test("plain: without a model the first start offers numbered ways to one, and an empty answer leaves", { skip }, async () => {
  await using cox = await openCox();
  const env = { ANTHROPIC_API_KEY: undefined, TERM: "dumb" };
  const { code, screen } = await atTerminal(cox, [], { typed: "\n", question: "Enter for none: ", env });
  assert.equal(code, 0, screen);
  assert.match(screen, /It needs a model[^]*\d: Paste an API key[^]*\d: Take the tour[^]*Enter for none: \n$/);
});

test("plain: the first start reads a key without showing it", { skip }, async () => {
  await using cox = await openCox();
  using terminal = openTerminal({ ...cox, env: { ...cox.env, ANTHROPIC_API_KEY: undefined } }, PLAIN);
  await terminal.seen("Enter for none: ");
  terminal.type("paste\r");
  await terminal.seen("Enter alone goes back: ");
  terminal.type("sk-ant-hidden");
  terminal.type("\u0003");
  await terminal.seen("Enter for none: ");
  terminal.type("\r");
  const { code, raw } = await terminal.ended;
  assert.equal(code, 0, raw);
  assert.doesNotMatch(raw, /sk-ant/);
});

test("plain: the first start begins the tour", { skip }, async () => {
  await using cox = await openCox();
  const env = { ANTHROPIC_API_KEY: undefined, TERM: "dumb" };
  const { code, screen } = await atTerminal(cox, [], { typed: "tour\n", question: "Enter for none: ", env });
  assert.equal(code, 0, screen);
  assert.match(screen, /This is a tour[^]*I'll run the tests to see what fails\.[^]*The project's tests pass/);
});

test("opens a session with a key and without a task, and saves none without a prompt", { skip }, async () => {
  await using cox = await openCox();
  const { code, screen } = await typeAtTerminal(cox, PLAIN, [LEAVE]);
  assert.equal(code, 0, screen);
  assert.match(screen, /^cox \S+ · anthropic\/\S+ · mode ask/);
  assert.deepEqual(await cox.sessionFiles(), []);
});

test("a task at a terminal opens a session with an editor, and restores the terminal at the end", { skip }, async () => {
  await using cox = await openCox(["It is small.", "It is blue."]);
  const { code, raw } = await typeAtTerminal(
    cox,
    ["how big?"],
    [
      { after: "It is small.", type: "" },
      { after: "1 turn", type: "which color?\r" },
      { after: "It is blue.", type: "" },
      { after: "1 turn", type: "\u0004" },
    ],
  );
  assert.equal(code, 0, raw);
  assert.match(raw, /Continue this session with: cox -r \S+\r\n$/);
  // oxlint-disable-next-line no-control-regex -- looks for control sequences
  assert.doesNotMatch(raw, /\u001b\[[23]J/);
  assert.ok(raw.lastIndexOf("\u001b[?2004l") > raw.lastIndexOf("\u001b[?2004h"));
  assert.ok(raw.lastIndexOf("\u001b[?25h") > raw.lastIndexOf("\u001b[?25l"));
});

test("the first prompt of a session is the task, and -c opens it again", { skip }, async () => {
  await using cox = await openCox(["It is small.", "It is blue."]);
  const leaving = [{ after: "\nDone: ", type: "" }, LEAVE];
  const first = await typeAtTerminal(cox, [...PLAIN, "how big?"], leaving);
  assert.match(first.screen, /\nYou: how big\?\n\nIt is small\.\n\nDone: .*\nYou: \nContinue this session with: cox -r \S+\n$/);
  // The session has the prompt before it is written and emitted.
  assert.equal(first.screen.split("how big?").length, 2, first.screen);
  const second = await typeAtTerminal(cox, [...PLAIN, "-c", "which color?"], [{ after: "You: which color?", type: "" }, ...leaving]);
  assert.match(second.screen, /\nYou: how big\?\n\nIt is small\.\n[^]*\nYou: which color\?\n\nIt is blue\.\n/);
  assert.equal((await cox.sessionFiles()).length, 1);
});

test("-r alone lists the sessions of the folder and opens the chosen one", { skip }, async () => {
  await using cox = await openCox(["It is small."]);
  assert.match((await atTerminal(cox, [...PLAIN, "-r"])).screen, /^cox: no sessions in this folder\. Start one with: cox/);
  await cox.run(["how big?"]);
  const { code, screen } = await typeAtTerminal(
    cox,
    [...PLAIN, "-r"],
    [{ after: "Enter for none: ", type: "big\n" }, { after: "\nDone: ", type: "" }, LEAVE],
  );
  assert.equal(code, 0, screen);
  assert.match(screen, /^Sessions:\n {2}1: how big\?, .*\n[^]*\nSession with [^]*\nYou: how big\?\n\nIt is small\.\n/);
  const none = await typeAtTerminal(cox, [...PLAIN, "-r"], [{ after: "Enter for none: ", type: "\n" }]);
  assert.deepEqual([none.code, none.screen.includes("Session with")], [0, false]);
});

test("a task that begins with an unknown command opens no session", { skip }, async () => {
  await using cox = await openCox();
  const { code, screen } = await atTerminal(cox, [...PLAIN, "/comapct now"]);
  assert.equal(code, 2);
  assert.match(screen, /^cox: .*\/comapct/);
  assert.deepEqual([await cox.sessionFiles(), cox.server.requests.length], [[], 0]);
});

test("--debug writes the events of a session at a terminal", { skip }, async () => {
  await using cox = await openCox(["It is small."]);
  const file = `${cox.home}/debug.jsonl`;
  await typeAtTerminal(cox, [...PLAIN, "--debug", file, "how big?"], [{ after: "\nDone: ", type: "" }, LEAVE]);
  const types = new Set(jsonLines(await readFile(file, "utf8")).map(({ type }) => type));
  for (const type of ["start", "session", "run_start", "message_end", "run_end"]) assert.ok(types.has(type), type);
});

test("-r alone needs an ID without a terminal, and with -p", { skip }, async () => {
  await using cox = await openCox();
  const message = "cox: -r needs a session here: -r ID. At a terminal, cox -r alone lists them\n";
  const { code, stderr } = await cox.run(["-r"]);
  assert.deepEqual([code, stderr], [2, message]);
  const { code: printed, screen } = await atTerminal(cox, ["-r", "-p"]);
  assert.deepEqual([printed, screen], [2, message]);
});

test("V4: TERM=dumb opens a plain session, without control sequences", { skip }, async () => {
  await using cox = await openCox(["It is small."]);
  const { code, screen } = await atTerminal(cox, ["how big?"], { typed: "\u0004", question: "Done: ", more: true, env: { TERM: "dumb" } });
  assert.equal(code, 0);
  assert.doesNotMatch(screen.replaceAll("^D\b\b", ""), ACTIVE);
  assert.match(screen, /\nIt is small\.\n/);
});

test("S0-04: saves a typed key without showing it", { skip }, async () => {
  await using cox = await openCox();
  const { code, screen } = await atTerminal(cox, ["auth", "set", "openai"], { typed: "sk-typed-canary\r", question: "while you type): " });
  assert.equal(code, 0);
  assert.match(screen, /^Key for OpenAI \(hidden while you type\): \nSaved the key for OpenAI in /);
  assert.ok(!screen.includes("canary"), screen);
  assert.match((await cox.run(["auth"])).stdout, /^openai +stored$/m);
});

test("trusts a project at a terminal on y after showing its files; no is the default", { skip }, async () => {
  await using cox = await openCox();
  await cox.write(".agents/skills/pdf/SKILL.md", "---\nname: pdf\n---\n");
  const refused = await atTerminal(cox, ["trust"], { typed: "\n" });
  assert.equal(refused.code, 1);
  assert.match(refused.screen, /skills: \.agents\/skills\n {4}pdf\n[^]*Trust it\? \[y\/N\] /);
  const trusted = await atTerminal(cox, ["trust"], { typed: "y\n" });
  assert.deepEqual([trusted.code, trusted.screen.endsWith(`Trusted: ${cox.project}\n`)], [0, true]);
});

const ASKS = {
  text: "I need to know.",
  calls: [
    {
      name: "question",
      input: { questions: [{ question: "Which port?", options: [{ label: "The near one" }, { label: "The far one" }] }] },
    },
  ],
};

test("S1-37: lets the model ask at a terminal, where the user answers by number", { skip }, async () => {
  await using cox = await openCox([ASKS, "To the far one."]);
  const typed = [{ after: "Enter for no answer: ", type: "2\n" }, { after: "\nDone: ", type: "" }, LEAVE];
  const { code, screen } = await typeAtTerminal(cox, [...PLAIN, "sail"], typed);
  assert.equal(code, 0);
  assert.match(
    screen,
    /\nI need to know\.\n\nCall question: Which port\?\n\n\? Which port\?\n {2}1: The near one\n {2}2: The far one\nAnswer, 1 to 2, .*: 2\n/,
  );
  assert.match(JSON.stringify(cox.server.requests.at(-1)?.body), /The user answered: The far one/);
});

test("S1-37: offers no model or agent the question tool without a terminal", async () => {
  const task = { calls: [{ name: "task", input: { description: "look", prompt: "look around" } }] };
  await using cox = await openCox((_, turn) => (turn === 1 ? task : "ok"));
  for (const args of [["go"], ["-p", "go"], ["go", "--output-format", "json"], ["go", "--yes"]])
    assert.equal((await cox.run(args)).code, 0, args.join(" "));
  const asked = cox.server.requests.map((request) => JSON.stringify(messagesOf(request)[0]));
  assert.ok(
    asked.some((first) => first.includes("look around")),
    "no agent was asked",
  );
  for (const { body } of cox.server.requests) {
    const tools = body["tools"] as readonly { readonly name: string }[] | undefined;
    assert.ok(!tools?.some(({ name }) => name === "question"));
  }
});

test("S1-37: takes pasted lines as one answer, not as answers to the next question", { skip }, async () => {
  const questions = ["Which port?", "Delete the charts?"].map((question) => ({ question, options: [{ label: "a" }, { label: "b" }] }));
  await using cox = await openCox([{ calls: [{ name: "question", input: { questions } }] }, "Aye."]);
  const typed = "the far one\nyes\nyes, all\n";
  const { code } = await atTerminal(cox, ["sail", "--output-format", "text"], { typed, question: "Enter to skip: " });
  assert.equal(code, 0);
  const lastRequest = JSON.stringify(cox.server.requests.at(-1)?.body);
  assert.match(
    lastRequest,
    /Which port\?\\nThe user answered: the far one\\nyes\\nyes, all\\nDelete the charts\?\\n\(The user gave no answer/,
  );
});

test("S1-37: Ctrl+C at a question interrupts the run and saves the session", { skip }, async () => {
  await using cox = await openCox([ASKS, "never"]);
  const typed = [{ after: "Enter for no answer: ", type: "\u0003" }, { after: "\nInterrupted: ", type: "" }, LEAVE];
  const { code, screen } = await typeAtTerminal(cox, [...PLAIN, "sail"], typed);
  assert.equal(code, 0);
  assert.match(screen, /Continue this session with: cox -r/);
  assert.equal(cox.server.requests.filter(({ body }) => JSON.stringify(body).includes("Which port")).length, 0);
});

test("shows the to-do list when it changes", { skip }, async () => {
  const items = [
    { content: "Weigh anchor", status: "completed" },
    { content: "Set sail", status: "in_progress" },
  ];
  await using cox = await openCox([{ calls: [{ name: "todo", input: { items } }] }, "Under way."]);
  const { screen } = await atTerminal(cox, ["-p", "sail"]);
  assert.equal(stripVTControlCharacters(screen), "> todo  1 of 2 done: Set sail\n  [x] Weigh anchor\n  [>] Set sail\nUnder way.\n");
});
