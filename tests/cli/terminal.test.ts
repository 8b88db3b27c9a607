import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { test } from "node:test";
import { stripVTControlCharacters } from "node:util";
import { ACTIVE, COX, type CoxScene, openCox, messagesOf } from "./cox-scene.ts";

const skip = process.platform === "linux" ? false : "`script` gives a terminal in other ways here";

/** Runs `cox` at a terminal of its own; what it wrote to it, as one text. `typed` is what a person types once the `question` is there, whose end follows unless there is `more` to come. */
const atTerminal = async (
  cox: CoxScene,
  args: readonly string[],
  { typed = "", question = "[y/N] ", more = false, env = {} } = {},
): Promise<{ code: number; screen: string }> => {
  const command = [process.execPath, ...COX, ...args].map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
  const child = spawn("script", ["-qefc", command, "/dev/null"], {
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
  return { code, screen: screen.replaceAll("\r\n", "\n") };
};

test("at a terminal the model's text is shown as it arrives, with a line for each tool call between", { skip }, async () => {
  await using cox = await openCox([{ text: "I look.", calls: [{ name: "ls", input: { path: "." } }] }, "Nothing here."]);
  const { code, screen } = await atTerminal(cox, ["look"]);
  assert.equal(code, 0);
  assert.equal(stripVTControlCharacters(screen), "I look.\n> ls  .\nNothing here.\n");
});

test("T9: nothing that a model, a tool or a file says can act on the terminal", { skip }, async () => {
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

test("with neither task, key nor local server the tour is offered: no is the default, and shows the help", { skip }, async () => {
  await using cox = await openCox();
  const { code, screen } = await atTerminal(cox, [], { typed: "\n", env: { ANTHROPIC_API_KEY: undefined } });
  assert.equal(code, 0);
  assert.match(screen, /No API key and no local model server found[^]*\[y\/N\] [^]*Usage: cox/);
});

test("the tour that is offered is taken with y", { skip }, async () => {
  await using cox = await openCox();
  const { code, screen } = await atTerminal(cox, [], { typed: "y\n", env: { ANTHROPIC_API_KEY: undefined } });
  assert.equal(code, 0, screen);
  assert.match(screen, /This is a tour[^]*I'll run the tests to see what fails\.[^]*The project's tests pass/);
});

test("with a key and no task the help is shown", { skip }, async () => {
  await using cox = await openCox();
  const { code, screen } = await atTerminal(cox, []);
  assert.equal(code, 0);
  assert.match(screen, /^Usage: cox/);
});

test("S0-04: a key that is typed is not shown, and is kept", { skip }, async () => {
  await using cox = await openCox();
  const { code, screen } = await atTerminal(cox, ["auth", "set", "openai"], { typed: "sk-typed-canary\r", question: "while you type): " });
  assert.equal(code, 0);
  assert.match(screen, /^Key for OpenAI \(hidden while you type\): \nSaved the key for OpenAI in /);
  assert.ok(!screen.includes("canary"), screen);
  assert.match((await cox.run(["auth"])).stdout, /^openai +stored$/m);
});

test("at a terminal a project is trusted with y, after what it brings was shown; no is the default", { skip }, async () => {
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

test("S1-37: at a terminal the model can ask, and the person answers by number", { skip }, async () => {
  await using cox = await openCox([ASKS, "To the far one."]);
  const { code, screen } = await atTerminal(cox, ["sail"], { typed: "2\n", question: "Enter to skip: " });
  assert.equal(code, 0);
  assert.match(
    stripVTControlCharacters(screen),
    /^I need to know\.\n> question {2}Which port\?\n\n\? Which port\?\n {2}1\. The near one\n {2}2\. The far one\nAnswer 1-2, .*: 2\n(2\n)?To the far one\.\n$/,
  );
  assert.match(JSON.stringify(cox.server.requests.at(-1)?.body), /The person answered: The far one/);
});

test("S1-37: where nobody is at a terminal no model is told that it can ask, and no agent of it", async () => {
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

test("S1-37: what is pasted at a question is its answer, and no line of it answers the next question", { skip }, async () => {
  const questions = ["Which port?", "Delete the charts?"].map((question) => ({ question, options: [{ label: "a" }, { label: "b" }] }));
  await using cox = await openCox([{ calls: [{ name: "question", input: { questions } }] }, "Aye."]);
  const { code } = await atTerminal(cox, ["sail"], { typed: "the far one\nyes\nyes, all\n", question: "Enter to skip: " });
  assert.equal(code, 0);
  const told = JSON.stringify(cox.server.requests.at(-1)?.body);
  assert.match(
    told,
    /Which port\?\\nThe person answered: the far one\\nyes\\nyes, all\\nDelete the charts\?\\n\(The person gave no answer/,
  );
});

test("S1-37: Ctrl+C at a question aborts the run, and the session is kept", { skip }, async () => {
  await using cox = await openCox([ASKS, "never"]);
  const { code, screen } = await atTerminal(cox, ["sail"], { typed: "\u0003", question: "Enter to skip: ", more: true });
  assert.equal(code, 130);
  assert.match(screen, /Interrupted\. The session is saved\./);
  assert.equal(cox.server.requests.filter(({ body }) => JSON.stringify(body).includes("Which port")).length, 0);
});

test("the to-do list is shown when it changes", { skip }, async () => {
  const items = [
    { content: "Weigh anchor", status: "completed" },
    { content: "Set sail", status: "in_progress" },
  ];
  await using cox = await openCox([{ calls: [{ name: "todo", input: { items } }] }, "Under way."]);
  const { screen } = await atTerminal(cox, ["sail"]);
  assert.equal(stripVTControlCharacters(screen), "> todo  1 of 2 done: Set sail\n  [x] Weigh anchor\n  [>] Set sail\nUnder way.\n");
});
