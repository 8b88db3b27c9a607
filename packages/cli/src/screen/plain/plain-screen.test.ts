import assert from "node:assert/strict";
import { test } from "node:test";
import { defineTool, textResult } from "coxswain";
import { openPlain } from "./plain-screen.fixture.ts";

const INTRO = "Session with scripted/scripted, permission mode ask. /help lists the commands.\n";

const write = (hold?: Promise<void>) =>
  defineTool({
    name: "write",
    description: "Writes.",
    inputSchema: { type: "object" },
    effect: "write",
    async execute() {
      await hold;
      return textResult("written");
    },
  });

const CALL = { calls: [{ name: "write", input: { path: "a.txt" } }] };
const asks = () => ({ verdict: "ask", reason: "it writes" }) as const;
const QUESTION = {
  calls: [
    {
      name: "question",
      input: { questions: [{ question: "Which port?", options: [{ label: "Near", description: "Close by." }, { label: "Far" }] }] },
    },
  ],
};

test("a typed line is a prompt, and the answer follows in lines that are only added", async () => {
  await using scene = await openPlain({ script: ["# Hello\n\nTo *you*."] });
  await scene.terminal.seen("You: ");
  scene.terminal.type("Hi.");
  await scene.terminal.seen("1 turn");
  await scene.terminal.seen("You: ");
  assert.equal(scene.terminal.text.replace(/Done: .*\n/, "Done\n"), `${INTRO}You: Hi.\n\n# Hello\n\nTo *you*.\n\nDone\nYou: `);
});

test("V4: writes no control character but line breaks, whatever a model or a tool returns", async () => {
  const hostile = "\u001b]0;title\u0007\u001b[2J\u202eevil\r";
  const tool = defineTool({
    name: "bash",
    description: "Fails.",
    inputSchema: { type: "object" },
    effect: "read",
    execute: async () => ({ ...textResult(hostile), isError: true }),
  });
  await using scene = await openPlain({
    script: [
      { text: hostile, reasoning: hostile, calls: [{ name: "bash", input: { command: hostile } }] },
      { calls: [{ name: hostile, input: {} }] },
      hostile,
    ],
    tools: [tool],
  });
  scene.terminal.type(`a ${hostile}`.replaceAll(/\p{Cc}|\u202e/gu, ""));
  await scene.terminal.seen("Done: ");
  // oxlint-disable-next-line no-control-regex -- control characters are what it is about
  assert.doesNotMatch(scene.terminal.text, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
  assert.match(scene.terminal.text, /\\x1b\[2J/);
});

test("an answer appears line by line while it streams", async () => {
  const hold = Promise.withResolvers<void>();
  await using scene = await openPlain({ script: [{ text: "one\ntwo\nthree", hold: hold.promise }] });
  scene.terminal.type("Go.");
  hold.resolve();
  await scene.terminal.seen("three\n");
  assert.match(scene.terminal.text, /\none\ntwo\nthree\n/);
});

test("a line typed during a run steers it, and /queue queues a message for its end", async () => {
  const hold = Promise.withResolvers<void>();
  await using scene = await openPlain({ script: [{ text: "One.", hold: hold.promise }, "Two.", "Three."] });
  scene.terminal.type("Go.");
  scene.terminal.type("/queue And this.");
  await scene.terminal.seen("Queued for the end of the run.");
  scene.terminal.type("First that.");
  await scene.terminal.seen("Queued: it reaches the model as soon as possible.");
  hold.resolve();
  await scene.terminal.seen("3 turns");
  const prompts = scene.model.requests.map(({ messages }) => JSON.stringify(messages.at(-1)));
  assert.match(prompts[1] ?? "", /First that\./);
  assert.match(prompts[2] ?? "", /And this\./);
  assert.match(scene.terminal.text, /\nYou: First that\.\n[^]*\nYou: And this\.\n/);
});

test("the last queued message can be cancelled", async () => {
  const hold = Promise.withResolvers<void>();
  await using scene = await openPlain({ script: [{ text: "One.", hold: hold.promise }] });
  scene.terminal.type("Go.");
  scene.terminal.type("/queue And this.");
  await scene.terminal.seen("Queued for the end of the run.");
  scene.terminal.type("/unqueue");
  await scene.terminal.seen("Cancelled: And this.");
  hold.resolve();
  await scene.terminal.seen("1 turn");
});

test("a permission question has numbered choices, and a number answers it", async () => {
  await using scene = await openPlain({ script: [CALL, "Done."], tools: [write()], policy: asks });
  scene.terminal.type("Go.");
  await scene.terminal.seen("Answer, 1 to");
  assert.match(scene.terminal.text, /\nCall write: a\.txt\n\? write wants: .*\n {2}1 or y: Yes, once\n/);
  scene.terminal.type("1");
  await scene.terminal.seen("Allowed once.\nwrite finished");
  await scene.terminal.seen("2 turns");
});

test("other words at a permission question allow nothing, and a denial can have a reason", async () => {
  await using scene = await openPlain({ script: [CALL, "As you like."], tools: [write()], policy: asks });
  scene.terminal.type("Go.");
  for (const words of ["yes do it", "y\ny", "", "0", "99"]) {
    await scene.terminal.seen("Answer, 1 to");
    scene.terminal.type(words);
    await scene.terminal.seen("Not one of the answers.");
  }
  await scene.terminal.seen("Answer, 1 to");
  scene.terminal.type("n not that file");
  await scene.terminal.seen("Denied: not that file");
  await scene.terminal.seen("2 turns");
  assert.match(JSON.stringify(scene.model.requests[1]?.messages), /not that file/);
});

test("nothing is printed between a question and its answer", async () => {
  const hold = Promise.withResolvers<void>();
  await using scene = await openPlain({ script: [{ text: "One.", hold: hold.promise }] });
  const events = scene.session.events();
  scene.terminal.type("Go.");
  scene.terminal.type("/mode");
  await scene.terminal.seen("Number or part of the name; Enter for none: ");
  hold.resolve();
  for await (const event of events) if (event.type === "run_end") break;
  assert.ok(scene.terminal.text.endsWith("Enter for none: "));
  scene.terminal.type("plan");
  await scene.terminal.seen("plan\n\nOne.\n\nDone: ");
  await scene.terminal.seen("Permission mode: plan");
});

test("a question of the model is answered by a number, other words, or not at all", async () => {
  for (const [typed, answer] of [
    ["2", "The user answered: Far"],
    ["the third", "The user answered: the third"],
    ["", "The user gave no answer"],
  ] as const) {
    await using scene = await openPlain({ script: [QUESTION, "Thanks."] });
    scene.terminal.type("Go.");
    await scene.terminal.seen("? Which port?\n  1: Near. Close by.\n  2: Far\nAnswer, 1 to 2");
    scene.terminal.type(typed);
    await scene.terminal.seen("2 turns");
    assert.ok(JSON.stringify(scene.model.requests[1]?.messages).includes(answer), typed);
  }
});

test("several answers to a question of the model are numbers with commas, and the transcript has them", async () => {
  const options = [{ label: "Near" }, { label: "Far" }, { label: "None" }];
  const questions = [
    { question: "Which ports?", options, multiple: true },
    { question: "Sure?", options: options.slice(0, 2) },
  ];
  await using scene = await openPlain({ script: [{ calls: [{ name: "question", input: { questions } }] }, "Thanks."] });
  scene.terminal.type("Go.");
  await scene.terminal.seen("? 1 of 2: Which ports?\n  1: Near\n  2: Far\n  3: None\nAnswer, 1 to 3, several with commas between, or");
  scene.terminal.type("1, 3");
  await scene.terminal.seen("? 2 of 2: Sure?");
  await scene.terminal.seen("Enter for no answer: ");
  scene.terminal.type("");
  await scene.terminal.seen("question finished");
  await scene.terminal.seen("Which ports? Your answer: Near, None\nSure? No answer.");
  await scene.terminal.seen("2 turns");
  assert.ok(JSON.stringify(scene.model.requests[1]?.messages).includes("The user answered: Near; None"));
});

test("an open question of the model is not interrupted, and shown again after a return from Ctrl+Z", async () => {
  await using scene = await openPlain({ script: [QUESTION, "Thanks."] });
  scene.terminal.type("Go.");
  await scene.terminal.seen("Enter for no answer: ");
  const { text } = scene.terminal;
  await scene.timer.advance(60_000);
  assert.equal(scene.terminal.text, text);
  scene.terminal.resume();
  assert.equal(scene.terminal.text, `${text}Answer, 1 to 2, or your own words; Enter for no answer: `);
  scene.terminal.type("2");
  await scene.terminal.seen("2 turns");
});

test("a command's list is numbered, and takes a number or a part of a name", async () => {
  await using scene = await openPlain();
  scene.terminal.type("/model");
  await scene.terminal.seen("  2: scripted/other");
  await scene.terminal.seen("Number or part of the name");
  scene.terminal.type("scripted");
  await scene.terminal.seen("  3: scripted/third");
  await scene.terminal.seen("Number or part of the name");
  scene.terminal.type("third");
  await scene.terminal.seen("You: ");
  scene.terminal.type("/mode 4x");
  await scene.terminal.seen("Error: no mode 4x. Modes: plan, ask, auto-edit, yolo");
  scene.terminal.type("/mode");
  await scene.terminal.seen("Number or part of the name");
  scene.terminal.type("1");
  await scene.terminal.seen("Permission mode: plan");
});

test("Ctrl+C ends a list, discards a begun message, interrupts a run, and twice exits", async () => {
  const hold = Promise.withResolvers<void>();
  await using scene = await openPlain({ script: [{ text: "One.", hold: hold.promise }] });
  const { terminal, timer } = scene;
  const interrupt = async (): Promise<void> => {
    await timer.advance(2000);
    terminal.interrupt();
  };
  terminal.type("/mode");
  await terminal.seen("Number or part of the name");
  await interrupt();
  await terminal.seen("^C\nYou: ");
  terminal.type('"""half');
  await interrupt();
  await terminal.seen("^C\nDiscarded.\nYou: ");
  terminal.type("Go.");
  await interrupt();
  await terminal.seen("Interrupted: ");
  await terminal.seen("You: ");
  await interrupt();
  await terminal.seen("^C\nPress Ctrl+C again to exit.\nYou: ");
  terminal.interrupt();
  assert.deepEqual(await scene.shown, { kind: "exit" });
  assert.ok(terminal.text.endsWith("^C\n"));
});

test("Ctrl+C stops a command of the user, and does not begin an exit", async () => {
  const running = ["!sleep 100"];
  const stopCommands = (): boolean => running.splice(0).length > 0;
  await using scene = await openPlain({ actions: { commands: () => running, stopCommands } });
  scene.terminal.interrupt();
  assert.deepEqual(running, []);
  scene.terminal.interrupt();
  await scene.terminal.seen("Press Ctrl+C again to exit.");
  scene.terminal.interrupt();
  assert.deepEqual(await scene.shown, { kind: "exit" });
});

test("Ctrl+C twice asks before it ends work, which it names, and Ctrl+C at that question stays", async () => {
  await using scene = await openPlain({ actions: { commands: () => ["!sleep 100"] } });
  for (const answer of ["stay", "leave"] as const) {
    await scene.terminal.seen("You: ");
    scene.terminal.interrupt();
    scene.terminal.interrupt();
    await scene.terminal.seen("!sleep 100\nStill working: 1 command:\n");
    await scene.terminal.seen("Number or part of the name");
    if (answer === "leave") scene.terminal.type("2");
    else scene.terminal.interrupt();
  }
  assert.deepEqual(await scene.shown, { kind: "exit" });
});

test("going back to a prompt shows the session again with its text", async () => {
  await using scene = await openPlain({ before: ["First."], script: ["One."] });
  scene.terminal.type("/tree");
  await scene.terminal.seen("Number or part of the name");
  scene.terminal.type("1");
  await scene.terminal.seen("Go back to it");
  await scene.terminal.seen("Number or part of the name");
  scene.terminal.type("1");
  assert.deepEqual(await scene.shown, { kind: "again", draft: "First." });
});

test("Ctrl+D names the work that ends with the session", async () => {
  await using scene = await openPlain({ actions: { commands: () => ["!sleep 100"] } });
  scene.terminal.end();
  await scene.terminal.seen("Ended with the session:\n!sleep 100\n");
  assert.deepEqual(await scene.shown, { kind: "exit" });
});

test("Ctrl+C at a permission question interrupts the run, and the call does not run", async () => {
  await using scene = await openPlain({ script: [CALL, "never"], tools: [write()], policy: asks });
  scene.terminal.type("Go.");
  await scene.terminal.seen("Answer, 1 to");
  scene.terminal.interrupt();
  await scene.terminal.seen("Answered in another terminal, or the run has ended.");
  await scene.terminal.seen("Interrupted: ");
  assert.doesNotMatch(scene.terminal.text, /write finished/);
  assert.equal(scene.model.requests.length, 1);
});

test("Ctrl+D exits", async () => {
  await using scene = await openPlain();
  scene.terminal.end();
  assert.deepEqual(await scene.shown, { kind: "exit" });
});

test("/help names the commands of plain mode and how to type several lines", async () => {
  await using scene = await openPlain();
  scene.terminal.type("/help");
  await scene.terminal.seen("/queue TEXT: Queue a message for the end of the run");
  assert.match(scene.terminal.text, /A backslash at the end of a line continues it/);
  scene.terminal.type("/keys");
  await scene.terminal.seen("Ctrl+D: exit");
  assert.equal(scene.model.requests.length, 0);
});

test("/theme states that plain mode has no colors", async () => {
  await using scene = await openPlain();
  await scene.terminal.seen("You: ");
  scene.terminal.type("/theme dark");
  await scene.terminal.seen("Theme: dark. Plain mode has no colors");
});

test("/more shows all of the last call", async () => {
  const lines = Array.from({ length: 30 }, (_, at) => `line ${at}`);
  const bash = defineTool({
    name: "bash",
    description: "Runs.",
    inputSchema: { type: "object" },
    effect: "read",
    execute: async () => textResult(lines.join("\n")),
  });
  await using scene = await openPlain({ script: [{ calls: [{ name: "bash", input: { command: "ls" } }] }, "Done."], tools: [bash] });
  scene.terminal.type("Go.");
  await scene.terminal.seen("line 0\nline 1\n(24 more lines; /more shows all of them)\nline 26\n");
  await scene.terminal.seen("Done: ");
  scene.terminal.type("/more");
  await scene.terminal.seen(lines.join("\n"));
});

test("a line reports the activity after a long silence, at growing intervals", async () => {
  const hold = Promise.withResolvers<void>();
  await using scene = await openPlain({ script: [{ text: "One.", hold: hold.promise }] });
  const started = scene.session.events();
  scene.terminal.type("Go.");
  for await (const event of started) if (event.type === "turn_start") break;
  const notes = (): number => scene.terminal.text.split("Ctrl+C interrupts.").length - 1;
  await scene.timer.advance(9_000);
  assert.equal(notes(), 0);
  await scene.timer.advance(1_000);
  assert.equal(notes(), 1);
  await scene.timer.advance(29_000);
  assert.equal(notes(), 1);
  await scene.timer.advance(1_000);
  assert.equal(notes(), 2);
  hold.resolve();
  await scene.terminal.seen("Done: ");
});

test("a continued session shows its last two turns, and where the others are", async () => {
  await using scene = await openPlain({ script: ["One.", "Two.", "Three."], before: ["first", "second", "third"] });
  await scene.terminal.seen("You: third\n\nThree.\n\nDone: ");
  assert.match(scene.terminal.text, /1 earlier prompt\. To read them: cox sessions show /);
  assert.doesNotMatch(scene.terminal.text, /You: first/);
});

test("the end of a run that the user's exit interrupts is printed", async () => {
  const hold = Promise.withResolvers<void>();
  await using scene = await openPlain({ script: [{ text: "One.\nTwo", hold: hold.promise }] });
  scene.terminal.type("Go.");
  await scene.terminal.seen("One.");
  scene.screen.leave();
  await scene.shown;
  assert.match(scene.terminal.text, /\nInterrupted: /);
  hold.resolve();
});
