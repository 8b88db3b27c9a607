import assert from "node:assert/strict";
import { test } from "node:test";
import { defineTool, type Policy, textResult } from "coxswain";
import { keymapOf, parseUserKeys } from "./keys/index.ts";
import { openScreen, type ScreenScene } from "./screen.fixture.ts";
import { manualTimer } from "./terminal/manual-timer.fixture.ts";

const ENTER = "\r";
const ESCAPE = "\u001b";
const DOWN = "\u001b[B";

const options = [{ label: "SQLite", description: "one file" }, { label: "Postgres" }, { label: "LMDB" }];
const asks = (...questions: readonly object[]) => ({
  calls: [{ name: "question", input: { questions: questions.map((one) => ({ question: "Which?", options, ...one })) } }],
});

const immediate = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/** Opens a screen whose run has begun. */
const started = async (scene: ScreenScene) => {
  const opened = await openScreen(scene);
  opened.terminal.type("Go.");
  opened.terminal.press(ENTER);
  const answers = (): string => JSON.stringify(opened.model.requests.at(-1)?.messages.at(-1));
  const row = async (text: string): Promise<string> => (await opened.terminal.screen()).find((line) => line.includes(text)) ?? "";
  return { ...opened, answers, row };
};

test("the activity names a waiting question of the model, and the key that interrupts the run then", async () => {
  await using scene = await started({ script: [asks({}), "Done."] });
  await scene.terminal.seen("1  SQLite - one file");
  const row = await scene.row("Waiting for your answer");
  assert.match(row, /^\? Waiting for your answer .*Ctrl\+C interrupts/);
  assert.doesNotMatch(row, /Esc interrupts/);
  const waiting = (await scene.terminal.screen()).filter((line) => /waits|waiting/i.test(line));
  assert.equal(waiting.length, 1, "one row shows it");
  scene.terminal.press("t");
  await scene.terminal.seen("Answer: type it");
  assert.doesNotMatch(await scene.row("Waiting for your answer"), /interrupts/);
  scene.terminal.press(ESCAPE);
  await scene.terminal.seen("1  SQLite");
  scene.terminal.press("\u0003");
  await scene.terminal.seen("Interrupted");
});

test("the activity names the user's own key that interrupts, and none while a list has the keys", async () => {
  const hold = Promise.withResolvers<void>();
  const { keymap } = keymapOf(parseUserKeys('{ "interrupt": "ctrl+alt+x" }'));
  await using scene = await started({ script: [{ text: "Done.", hold: hold.promise }], keys: keymap });
  await scene.terminal.seen("Ctrl+Alt+X interrupts");
  scene.terminal.type("/mode");
  scene.terminal.press(ESCAPE, ENTER);
  await scene.terminal.seen("Esc closes");
  assert.doesNotMatch(await scene.row("Waiting for the model"), /interrupts/);
  scene.terminal.press(ESCAPE);
  await scene.terminal.seen("Ctrl+Alt+X interrupts");
  hold.resolve();
});

test("choices that are longer than a row are wrapped, each once", async () => {
  const long = "a database in one file, which needs no server and no configuration at all, and is fast enough for this";
  await using scene = await started({
    script: [asks({ options: [{ label: "SQLite", description: long }, { label: "Postgres" }] }), "Done."],
  });
  await scene.terminal.seen("t  Type an answer");
  const rows = await scene.terminal.screen();
  const text = rows.map((row) => row.trim()).join(" ");
  assert.ok(text.includes(`1  SQLite - ${long} 2  Postgres t  Type an answer`), text);
  assert.equal(text.split("SQLite").length, 2);
  scene.terminal.press("1");
  await scene.terminal.seen("2 turns");
});

test("questions of one call have their number, and the transcript shows their answers", async () => {
  await using scene = await started({ script: [asks({}, { question: "Sure?", options: [{ label: "Yes" }, { label: "No" }] }), "Done."] });
  await scene.terminal.seen("1 of 2: Which?");
  await scene.terminal.seen("2  Postgres");
  scene.terminal.press("2");
  await scene.terminal.seen("2 of 2: Sure?");
  await scene.terminal.seen("1  Yes");
  scene.terminal.press(ESCAPE);
  await scene.terminal.seen("2 turns");
  const lines = await scene.terminal.lines();
  assert.ok(lines.includes("  Which? → Postgres"), lines.join("\n"));
  assert.ok(lines.includes("  Sure? → no answer"));
});

test("several answers are marked with Space or their numbers, and Enter confirms them", async () => {
  await using scene = await started({ script: [asks({ multiple: true }), asks({ multiple: true }), "Done."] });
  await scene.terminal.seen("1  [ ] SQLite - one file");
  assert.match(await scene.row("no answer"), /Esc: no answer · Space marks$/);
  scene.terminal.press(ENTER);
  await immediate();
  assert.equal(scene.model.requests.length, 1);
  scene.terminal.press(" ", DOWN, " ", " ", "3");
  await scene.terminal.seen("1  [x] SQLite");
  await scene.terminal.seen("3  [x] LMDB");
  assert.match(await scene.row("Postgres"), /2 {2}\[ \] Postgres/);
  scene.terminal.press(ENTER);
  await scene.terminal.seen("→ SQLite, LMDB");
  assert.match(scene.answers(), /The user answered: SQLite; LMDB/);
  await scene.terminal.seen("1  [ ] SQLite");
  scene.terminal.press("2", "t");
  await scene.terminal.seen("Answer: type it");
  scene.terminal.type("and a cache");
  scene.terminal.press(ENTER);
  await scene.terminal.seen("3 turns");
  assert.match(scene.answers(), /The user answered: Postgres; and a cache/);
});

test("a question with long choices can be answered on 20 columns and 6 rows", async () => {
  const long = { label: "A choice whose label is long", description: "and its consequence is even longer than that" };
  await using scene = await started({
    script: [asks({ question: "Which of these many words is the one that is wanted?", options: [long, long, { label: "Last" }] }), "Done."],
    columns: 20,
    rows: 6,
  });
  await scene.terminal.seen("1  A choice");
  scene.terminal.press(DOWN, DOWN);
  await scene.terminal.seen("3  Last");
  scene.terminal.press(ENTER);
  while (scene.model.requests.length < 2) await immediate();
  assert.match(scene.answers(), /The user answered: Last/);
});

test("the transcript shows why a call was denied: the user's reason, or the rule's", async () => {
  const write = defineTool({
    name: "write",
    description: "Writes.",
    inputSchema: { type: "object" },
    effect: "write",
    execute: async () => textResult("written"),
  });
  const policy: Policy = ({ subject }) => (subject.includes("rule") ? { verdict: "deny", reason: "nothing may write there" } : undefined);
  const call = (path: string) => ({ calls: [{ name: "write", input: { path } }] });
  await using scene = await started({ script: [call("rule"), call("b"), "Done."], tools: [write], policy });
  await scene.terminal.seen("nothing may write there");
  await scene.terminal.seen("Yes, once");
  scene.terminal.press("r");
  await scene.terminal.seen("Reason: type it");
  scene.terminal.type("use \u2026 the other file");
  scene.terminal.press(ENTER);
  await scene.terminal.seen("3 turns");
  assert.ok((await scene.terminal.lines()).includes("  use … the other file"));
});

test("a question of the model counts as waiting outside of the screen", async () => {
  const timer = manualTimer();
  await using scene = await openScreen({
    script: [asks({}), "Done."],
    timer,
    away: { settings: { method: "command", command: "notify" }, abilities: { sequences: true, progress: false, notification: "bell" } },
  });
  scene.session.prompt("Go.");
  while (scene.session.userQuestions.length === 0) await immediate();
  await timer.advance(20_000);
  await immediate();
  assert.deepEqual(
    scene.commands.map(([, input]) => input["message"]),
    ["Waits for your answer: Which?"],
  );
  scene.textQuestions.answer(["SQLite"]);
});

const write = (ran: string[] = []) =>
  defineTool({
    name: "write",
    description: "Writes.",
    inputSchema: { type: "object" },
    effect: "write",
    permissionRequests: (input) => [{ tool: "write", effect: "write", subject: `/usr/${(input as { path: string }).path}`, inside: true }],
    async execute(input) {
      ran.push((input as { path: string }).path);
      return textResult("written");
    },
  });

test("like calls of parallel sub-agents take one answer, and the question names the agent's task", async () => {
  const ran: string[] = [];
  const task = defineTool({
    name: "task",
    description: "Delegates.",
    inputSchema: { type: "object" },
    effect: "read",
    parallel: true,
    async execute(input, context) {
      const { agent, description } = input as { agent: string; description: string };
      const outcome = await (await context.spawn({ name: agent })).prompt(description).outcome;
      return textResult(outcome.kind);
    },
  });
  const names = ["one", "two", "three"];
  const calls = names.map((name) => ({ name: "task", input: { agent: "explore", description: `Port ${name}` } }));
  await using scene = await started({
    script: ({ messages }) => {
      const text = JSON.stringify(messages[0]);
      if (messages.at(-1)?.role === "tool") return "Done.";
      const name = names.find((one) => text.includes(`Port ${one}`));
      return name === undefined ? { calls } : { calls: [{ name: "write", input: { path: `${name}.ts` } }] };
    },
    tools: [task, write(ran)],
    policy: ({ tool }) => (tool === "write" ? undefined : { verdict: "allow", reason: "harmless" }),
    cwd: "/usr",
    rows: 40,
  });
  await scene.terminal.seen("Yes to all 3 edits");
  const screen = (await scene.terminal.screen()).map((line) => line.trimEnd());
  const asked = names.find((name) => screen.some((line) => line.startsWith(`Agent explore: Write ${name}.ts?`))) ?? "";
  assert.ok(screen.includes(`  For: explore: Port ${asked}`), screen.join("\n"));
  assert.ok(screen.some((line) => /^\? Waiting for your answer .* · Ctrl\+C interrupts · expl/.test(line)));
  for (const name of names.filter((one) => one !== asked)) {
    const at = screen.indexOf(`  explore: Port ${name}:`);
    assert.ok(at > 0 && screen[at + 1] === `  | write ${name}.ts`, screen.join("\n"));
  }
  scene.terminal.press("b");
  await scene.terminal.seen("2 turns");
  assert.deepEqual(ran.toSorted(), names.map((name) => `${name}.ts`).toSorted());
});

test("the activity names the task of a background agent that asks while the session is idle", async () => {
  const input = { agent: "general", description: "Port it", prompt: "Port a.ts now.", background: true };
  await using scene = await started({
    script: ({ messages }) => {
      const text = JSON.stringify(messages);
      if (text.includes("Go.")) return messages.length > 1 ? "It runs." : { calls: [{ name: "task", input }] };
      return messages.at(-1)?.role === "tool" ? "Ported." : { calls: [{ name: "write", input: { path: "a.ts" } }] };
    },
    tools: [write()],
    tasks: { awaited: false },
    policy: ({ tool }) => (tool === "write" ? undefined : { verdict: "allow", reason: "harmless" }),
    cwd: "/usr",
  });
  await scene.terminal.seen("Write a.ts?");
  await scene.terminal.seen("It runs.");
  await scene.terminal.seen("Yes, once");
  while (scene.session.isBusy) await immediate();
  await scene.terminal.seen("2 turns");
  assert.match(await scene.row("Waiting for your answer"), /^\? Waiting for your answer 1 task · general: Port it$/);
  scene.terminal.press("y");
  await scene.terminal.seen("Task t1");
});
