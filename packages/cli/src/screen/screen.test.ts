import assert from "node:assert/strict";
import { test } from "node:test";
import { defineTool, textResult } from "coxswain";
import { openScreen } from "./screen.fixture.ts";

const ENTER = "\r";
const ESCAPE = "\u001b";
const ALT_ENTER = "\u001b\r";
const CTRL_C = "\u0003";
const CTRL_D = "\u0004";

const write = (run: () => Promise<unknown> = async () => undefined) =>
  defineTool({
    name: "write",
    description: "Writes.",
    inputSchema: { type: "object" },
    effect: "write",
    async execute() {
      await run();
      return textResult("written");
    },
  });

test("a typed prompt starts a run, whose messages and end are printed above the editor", async () => {
  await using scene = await openScreen({ script: ["Hello to you."] });
  scene.terminal.type("Hi.");
  scene.terminal.press(ENTER);
  await scene.terminal.seen("1 turn");
  const lines = (await scene.terminal.lines()).filter((line) => line !== "");
  assert.deepEqual(lines.slice(0, 2), ["> Hi.", "Hello to you."]);
  assert.match(lines.at(-1) ?? "", /· ask/);
});

test("Enter steers a run, and Alt+Enter queues a message, shown above the editor", async () => {
  const hold = Promise.withResolvers<void>();
  await using scene = await openScreen({ script: [{ text: "One.", hold: hold.promise }, "Two.", "Three."] });
  scene.terminal.type("Go.");
  scene.terminal.press(ENTER);
  await scene.terminal.seen("Esc interrupts");
  scene.terminal.type("And this.");
  scene.terminal.press(ALT_ENTER);
  await scene.terminal.seen("queued: And this.");
  scene.terminal.type("First that.");
  scene.terminal.press(ENTER);
  await scene.terminal.seen("steers: First that.");
  hold.resolve();
  await scene.terminal.seen("3 turns");
  assert.deepEqual(scene.submitted, [
    ["Go.", "now"],
    ["And this.", "later"],
    ["First that.", "now"],
  ]);
});

test("Escape interrupts a run, and the session continues with the next prompt", async () => {
  const hold = Promise.withResolvers<void>();
  await using scene = await openScreen({ script: [{ text: "One.", hold: hold.promise }, "Two."] });
  scene.terminal.type("Go.");
  scene.terminal.press(ENTER);
  await scene.terminal.seen("Esc interrupts");
  scene.terminal.press(ESCAPE);
  await scene.terminal.seen("Interrupted");
  scene.terminal.type("Again.");
  scene.terminal.press(ENTER);
  await scene.terminal.seen("Two.");
});

test("a question is shown with its choices, and a key answers it", async () => {
  await using scene = await openScreen({
    script: [{ calls: [{ name: "write", input: { path: "a" } }] }, "Done."],
    tools: [write()],
    policy: () => ({ verdict: "ask", reason: "it writes" }),
  });
  scene.terminal.type("Go.");
  scene.terminal.press(ENTER);
  await scene.terminal.seen("Yes, once");
  assert.ok((await scene.terminal.lines()).some((line) => line.includes('| {"path":"a"}')));
  scene.terminal.press("y");
  await scene.terminal.seen("2 turns");
});

test("a denial can have a reason, which the model gets", async () => {
  await using scene = await openScreen({
    script: [{ calls: [{ name: "write", input: {} }] }, "Done."],
    tools: [write()],
    policy: () => ({ verdict: "ask", reason: "it writes" }),
  });
  scene.terminal.type("Go.");
  scene.terminal.press(ENTER);
  await scene.terminal.seen("Yes, once");
  scene.terminal.press("r");
  await scene.terminal.seen("Reason: type it");
  scene.terminal.type("Not that file.");
  scene.terminal.press(ENTER);
  await scene.terminal.seen("2 turns");
  assert.match(JSON.stringify(scene.model.requests[1]?.messages), /Not that file\./);
});

test("text that was typed before a reason is in the editor again after it", async () => {
  const call = { calls: [{ name: "write", input: {} }] };
  const hold = Promise.withResolvers<void>();
  await using scene = await openScreen({
    script: [{ ...call, hold: hold.promise }, "Done."],
    tools: [write()],
    policy: () => ({ verdict: "ask", reason: "it writes" }),
  });
  scene.terminal.type("Go.");
  scene.terminal.press(ENTER);
  await scene.terminal.seen("Esc interrupts");
  scene.terminal.type("my next thought");
  hold.resolve();
  await scene.terminal.seen("Yes, once");
  scene.terminal.press("r");
  scene.terminal.type("Not that file.");
  scene.terminal.press(ENTER);
  await scene.terminal.seen("my next thought");
});

test("Ctrl+C before and after another key does not leave", async () => {
  await using scene = await openScreen();
  scene.terminal.type("half a thought");
  scene.terminal.press(CTRL_C);
  scene.terminal.type("another");
  scene.terminal.press(CTRL_C);
  scene.terminal.type("and the third");
  await scene.terminal.seen("and the third");
  assert.ok(!(await scene.terminal.lines()).some((line) => line.includes("another")));
});

test("Ctrl+C clears the editor, and twice with an empty one leaves", async () => {
  await using scene = await openScreen();
  scene.terminal.type("half a thought");
  await scene.terminal.seen("half a thought");
  scene.terminal.press(CTRL_C, CTRL_C);
  await scene.terminal.seen("Press Ctrl+C again to exit");
  assert.equal(scene.terminal.isOpen, true);
  scene.terminal.press(CTRL_C);
  assert.deepEqual(await scene.shown, { kind: "exit" });
  assert.ok(!(await scene.terminal.lines()).some((line) => line.includes("half a thought")));
  assert.equal(scene.terminal.isOpen, false);
});

test("Ctrl+D leaves only with an empty editor", async () => {
  await using scene = await openScreen();
  scene.terminal.type("x");
  scene.terminal.press(CTRL_D);
  scene.terminal.press("\u007f");
  scene.terminal.press(CTRL_D);
  assert.deepEqual(await scene.shown, { kind: "exit" });
  assert.deepEqual(scene.submitted, []);
});

test("a command prints its text and does not reach the model", async () => {
  await using scene = await openScreen();
  scene.terminal.type("/help");
  scene.terminal.press(ENTER);
  await scene.terminal.seen("/model [NAME]");
  assert.deepEqual(scene.submitted, []);
});

test("a wrong argument of a command is reported in one line", async () => {
  await using scene = await openScreen();
  scene.terminal.type("/mode nonsense");
  scene.terminal.press(ENTER);
  await scene.terminal.seen("! no mode nonsense. Modes: plan, ask, auto-edit, yolo");
});

test("an interrupted run takes back the question of the model", async () => {
  const options = [{ label: "Near" }, { label: "Far" }];
  const call = { calls: [{ name: "question", input: { questions: [{ question: "Which port?", options }] } }] };
  await using scene = await openScreen({ script: [call, "never"] });
  scene.terminal.type("Go.");
  scene.terminal.press(ENTER);
  await scene.terminal.seen("Type an answer");
  scene.session.abort();
  await scene.terminal.seen("Interrupted");
  scene.terminal.type("typed in the editor");
  await scene.terminal.seen("typed in the editor");
  assert.equal(scene.textQuestions.first, undefined);
});

test("Shift+Tab changes the mode, also while a question is open", async () => {
  await using scene = await openScreen({
    script: [{ calls: [{ name: "write", input: {} }] }, "Done."],
    tools: [write()],
    policy: () => ({ verdict: "ask", reason: "it writes" }),
  });
  scene.terminal.type("Go.");
  scene.terminal.press(ENTER);
  await scene.terminal.seen("Yes, once");
  scene.terminal.press("\u001b[Z");
  await scene.terminal.seen("auto-edit");
  scene.terminal.press("n");
  await scene.terminal.seen("2 turns");
});

test("nothing wipes the scrollback, and no row is lost, whatever is typed and however the terminal is resized", async () => {
  const words = Array.from({ length: 200 }, (_, at) => `word${at}`);
  await using scene = await openScreen({ script: [words.join(" ").replaceAll(/((?:\S+ ){7})/g, "$1\n\n")] });
  scene.terminal.type("Go.");
  scene.terminal.press(ENTER);
  for (const [columns, rows] of [
    [100, 30],
    [60, 12],
    [80, 24],
    [120, 40],
  ] as const) {
    scene.terminal.resize(columns, rows);
    scene.terminal.type("x");
  }
  await scene.terminal.seen("1 turn");
  const text = (await scene.terminal.lines()).join(" ");
  assert.deepEqual(text.match(/word\d+/g), words);
  // oxlint-disable-next-line no-control-regex -- looks for control sequences
  assert.doesNotMatch(scene.terminal.written, /\u001b\[[23]J/);
});

test("a continued session shows its last two turns, and where the others are", async () => {
  await using scene = await openScreen({ script: ["One.", "Two.", "Three."], before: ["first", "second", "third"] });
  await scene.terminal.seen("Three.");
  const lines = await scene.terminal.lines();
  assert.deepEqual(
    ["> first", "> second", "> third", "One.", "Two."].map((text) => lines.includes(text)),
    [false, true, true, false, true],
  );
  assert.ok(lines.some((line) => line.startsWith("1 earlier prompt. To read them: cox sessions show")));
});

test("a long line of code is one line of the terminal, which a copy has whole and a wider terminal shows in one row", async () => {
  const code = `const total = ${Array.from({ length: 24 }, (_, at) => at).join(" + ")};`;
  await using scene = await openScreen({ script: [`\`\`\`js\n${code}\n\`\`\`\n`], columns: 60 });
  scene.terminal.type("Go.");
  scene.terminal.press("\r");
  await scene.terminal.seen("1 turn");
  assert.ok((await scene.terminal.lines()).includes(code));
  scene.terminal.resize(140, 24);
  await scene.terminal.seen("1 turn");
  assert.ok((await scene.terminal.screen()).includes(code));
});
