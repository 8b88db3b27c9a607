import assert from "node:assert/strict";
import { test } from "node:test";
import { defineTool, type PermissionMode, type PermissionRequest, type Policy, textResult } from "coxswain";
import { modePolicy } from "coxswain/policy";
import fc from "fast-check";
import { openScreen, type ScreenScene } from "./screen.fixture.ts";
import { manualTimer } from "./terminal/manual-timer.fixture.ts";

const ENTER = "\r";
const ESCAPE = "\u001b";
const SHIFT_TAB = "\u001b[Z";
const PAGE_DOWN = "\u001b[6~";
const open: Policy = () => undefined;

/** A tool that writes files of `/usr`, and lists the paths of the calls that ran. */
const writer = (name = "write", request: Partial<PermissionRequest> = {}) => {
  const ran: string[] = [];
  const tool = defineTool({
    name,
    description: "Writes.",
    inputSchema: { type: "object" },
    effect: "write",
    permissionRequests: (input) => [
      { tool: name, effect: "write", subject: `/usr/${(input as { path: string }).path}`, inside: true, ...request },
    ],
    async execute(input) {
      ran.push((input as { path: string }).path);
      return textResult("written");
    },
  });
  return { tool, ran };
};

const writes = (...paths: readonly string[]) => ({ calls: paths.map((path) => ({ name: "write", input: { path } })) });

/** Opens a screen whose run asks about calls of `write`. */
const asking = async (scene: ScreenScene) => {
  const opened = await openScreen({ policy: open, cwd: "/usr", ...scene });
  opened.terminal.type("Go.");
  opened.terminal.press(ENTER);
  return opened;
};

const immediate = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

test("a question has its title, the change, and its answers in this order", async () => {
  const { tool } = writer();
  const diff = "--- a\n+++ a\n@@ -1,1 +1,1 @@\n-let a = 1;\n+let a = 2;\n";
  await using scene = await asking({
    script: [writes("src/a.ts"), "Done."],
    tools: [tool],
    preview: () => ({ diff, parts: [], otherArguments: {} }),
  });
  await scene.terminal.seen("Yes, once");
  const lines = await scene.terminal.lines();
  const at = lines.findIndex((line) => line.startsWith("Write src/a.ts?"));
  assert.deepEqual(lines.slice(at, at + 9), [
    "Write src/a.ts?",
    "  1 - let a = 1;",
    "  1 + let a = 2;",
    "  y  Yes, once",
    "  s  Yes, in this session: all edits in /usr",
    "  p  Yes, in this project: all edits in /usr",
    "  a  Yes, always: all edits in /usr",
    "  n  No",
    "  r  No, with a reason",
  ]);
  scene.terminal.press("n");
  await scene.terminal.seen("2 turns");
});

test("a question shows its reason only if it is special", async () => {
  const { tool } = writer();
  const policy: Policy = ({ subject }) => (subject === "/usr/.env" ? { verdict: "ask", reason: "it is a protected place" } : undefined);
  await using scene = await asking({ script: [writes("a"), writes(".env"), "Done."], tools: [tool], policy });
  await scene.terminal.seen("Yes, once");
  assert.ok(!(await scene.terminal.lines()).some((line) => line.includes("Why:")));
  scene.terminal.press("y");
  await scene.terminal.seen("Why: it is a protected place");
  await scene.terminal.seen("Yes, once");
  const lines = await scene.terminal.lines();
  assert.ok(!lines.some((line) => line.includes("Yes, always") && lines.indexOf(line) > lines.findIndex((one) => one.includes("Why:"))));
});

test("keys that the user types as a question appears go to the editor, and count only after a pause", async () => {
  const timer = manualTimer();
  const { tool, ran } = writer();
  await using scene = await asking({ script: [writes("a"), "Done."], tools: [tool], timer });
  const passes = async (ms: number): Promise<string> => {
    for (let left = ms; left > 0; left -= 20) {
      await timer.advance(20);
      await immediate();
    }
    return (await scene.terminal.lines()).join("\n");
  };
  while (scene.session.questions.length === 0) await immediate();
  scene.terminal.type("yes, and");
  assert.match(await passes(200), /yes, and[\s\S]*A question waits: stop typing to see it/);
  const settling = await passes(300);
  assert.match(settling, /Write a\?[\s\S]*You were typing/);
  assert.doesNotMatch(settling, /Yes, once/);
  scene.terminal.press("y");
  assert.match(await passes(100), /yes, andy/);
  assert.deepEqual(ran, []);
  assert.match(await passes(900), /Yes, once/);
  scene.terminal.press("y");
  await passes(100);
  assert.deepEqual(ran, ["a"]);
});

test("a key that is held down answers one question, not the next", async () => {
  const timer = manualTimer();
  const { tool, ran } = writer();
  await using scene = await asking({ script: [writes("a"), writes("b"), "Done."], tools: [tool], timer });
  const next = async (): Promise<void> => {
    while (scene.session.questions.length === 0) await immediate();
    await timer.advance(1000);
    for (let left = 10; left > 0; left -= 1) await immediate();
  };
  await next();
  scene.terminal.press("y");
  while (ran.length === 0 || scene.session.questions.length === 0) await immediate();
  await timer.advance(300);
  for (let left = 10; left > 0; left -= 1) await immediate();
  scene.terminal.press("y", "y", "\u001b[121;1:2u");
  await immediate();
  assert.deepEqual(ran, ["a"]);
  await next();
  scene.terminal.press("\u001b[121;1:3u", "\u001b[121;1:2u");
  await immediate();
  assert.deepEqual(ran, ["a"]);
  scene.terminal.press("y");
  while (ran.length < 2) await immediate();
});

test("a paste answers nothing", async () => {
  const { tool, ran } = writer();
  await using scene = await asking({ script: [writes("a"), "Done."], tools: [tool] });
  await scene.terminal.seen("Yes, once");
  scene.terminal.press("\u001b[200~y\u001b[201~");
  await scene.terminal.seen("A paste answers nothing");
  assert.deepEqual(ran, []);
  scene.terminal.press("n");
  await scene.terminal.seen("2 turns");
  assert.deepEqual(ran, []);
});

test("the edits of one response are answered at once, and listed before", async () => {
  const { tool, ran } = writer();
  await using scene = await asking({ script: [writes("a", "b", "c"), "Done."], tools: [tool] });
  await scene.terminal.seen("Yes to all 3 edits");
  const lines = await scene.terminal.lines();
  assert.ok(lines.includes("  Then 2 more:") && lines.includes("  | write b") && lines.includes("  | write c"));
  scene.terminal.press("b");
  await scene.terminal.seen("2 turns");
  assert.deepEqual(ran, ["a", "b", "c"]);
});

test("v shows the changes of all edits of a response", async () => {
  const { tool } = writer();
  await using scene = await asking({
    script: [writes("a", "b"), "Done."],
    tools: [tool],
    preview: ({ input }) => ({ parts: [{ title: `New file ${JSON.stringify(input)}:`, lines: [] }], otherArguments: {} }),
  });
  await scene.terminal.seen("Yes to all 2 edits");
  scene.terminal.press("v");
  await scene.terminal.seen("Write b?");
  await scene.terminal.seen('New file {"path":"b"}:');
  scene.terminal.press("d");
  await scene.terminal.seen("2 turns");
});

test("the edits of one response are denied at once", async () => {
  const { tool, ran } = writer();
  await using scene = await asking({ script: [writes("a", "b", "c"), "Done."], tools: [tool] });
  await scene.terminal.seen("No to all 3 edits");
  scene.terminal.press("d");
  await scene.terminal.seen("2 turns");
  assert.deepEqual(ran, []);
});

test("an answer for all edits does not cover one with a special reason", async () => {
  const { tool, ran } = writer();
  const policy: Policy = ({ subject }) => (subject === "/usr/b" ? { verdict: "ask", reason: "it is a protected place" } : undefined);
  await using scene = await asking({ script: [writes("a", "b", "c"), "Done."], tools: [tool], policy });
  await scene.terminal.seen("Yes to all 3 edits");
  scene.terminal.press("b");
  await scene.terminal.seen("Why: it is a protected place");
  await scene.terminal.seen("Yes, once");
  assert.deepEqual(ran, ["a"]);
  scene.terminal.press("n");
  await scene.terminal.seen("2 turns");
  assert.deepEqual(ran, ["a", "c"]);
});

test("the offered rule is edited before it is taken, and a rule that does not cover the call stays in the editor", async () => {
  const { tool, ran } = writer();
  await using scene = await asking({ script: [writes("src/a"), writes("src/deep/b"), writes("lib/c"), "Done."], tools: [tool] });
  await scene.terminal.seen("Yes, once");
  scene.terminal.press("w", "e");
  await scene.terminal.seen("Rule: type it");
  await scene.terminal.seen("write(/usr/src/**)");
  scene.terminal.press("\u0015");
  scene.terminal.type("write(/usr/lib/**)");
  scene.terminal.press(ENTER);
  await scene.terminal.seen("the rule write(/usr/lib/**) does not allow this call");
  await scene.terminal.seen("Rule: type it");
  const rows = await scene.terminal.screen();
  const at = rows.findIndex((row) => row.includes("write(/usr/lib/**)"));
  assert.ok(at >= 0 && rows.findIndex((row) => row.includes("does not allow this call")) > at, rows.join("\n"));
  for (let left = "lib/**)".length; left > 0; left -= 1) scene.terminal.press("\u007f");
  scene.terminal.type("src/*)");
  scene.terminal.press(ENTER);
  await scene.terminal.seen("Yes, in this session: write(/usr/src/*)");
  scene.terminal.press("s");
  await scene.terminal.seen("Allowed in this session: write(/usr/src/*)");
  await scene.terminal.seen("Write src/deep/b?");
  assert.deepEqual(ran, ["src/a"]);
});

test("Shift+Tab in a question answers it if the new mode allows the call", async () => {
  let mode: PermissionMode = "ask";
  const { tool, ran } = writer();
  await using scene = await asking({
    script: [writes("a"), "Done."],
    tools: [tool],
    policy: (request) => modePolicy(mode)(request),
    setMode: (next) => (mode = next),
  });
  await scene.terminal.seen("Yes, once");
  scene.terminal.press(SHIFT_TAB);
  await scene.terminal.seen("2 turns");
  assert.deepEqual(ran, ["a"]);
  assert.ok((await scene.terminal.lines()).some((line) => line.includes("auto-edit")));
});

test("Ctrl+C at a question interrupts the run, and the text in the editor remains", async () => {
  const hold = Promise.withResolvers<void>();
  const { tool, ran } = writer();
  await using scene = await asking({ script: [{ ...writes("a"), hold: hold.promise }, "Done."], tools: [tool] });
  await scene.terminal.seen("Esc interrupts");
  scene.terminal.type("half a thought");
  hold.resolve();
  await scene.terminal.seen("Yes, once");
  scene.terminal.press("\u0003");
  await scene.terminal.seen("half a thought");
  await scene.terminal.seen("Interrupted");
  assert.deepEqual(ran, []);
});

test("a question and its answers can be used on 20 columns and 6 rows", async () => {
  const { tool, ran } = writer();
  const parts = [{ title: "New file:", lines: Array.from({ length: 30 }, (_, at) => ({ mark: "+" as const, text: `line ${at}` })) }];
  await using scene = await asking({
    script: [writes("a"), "Done."],
    tools: [tool],
    preview: () => ({ parts, otherArguments: {} }),
    columns: 20,
    rows: 6,
  });
  await scene.terminal.seen("y  Yes, once");
  const screen = await scene.terminal.screen();
  assert.ok(screen.some((line) => line.startsWith("Write a?")));
  await scene.terminal.seen("PgDn: more");
  for (let page = 0; page < 30; page += 1) scene.terminal.press(PAGE_DOWN);
  await scene.terminal.seen("+ line 29");
  scene.terminal.press("\u001b[B");
  await scene.terminal.seen("s  Yes, in this");
  scene.terminal.press("n");
  await scene.terminal.seen("2 turns");
  assert.deepEqual(ran, []);
});

test("a command that is longer than the panel is shown in the transcript too", async () => {
  const command = Array.from({ length: 40 }, (_, at) => `touch file${at}`).join("\n");
  const { tool } = writer("bash", { effect: "execute", subject: command, shell: "bash" });
  await using scene = await asking({ script: [{ calls: [{ name: "bash", input: { command } }] }, "Done."], tools: [tool] });
  await scene.terminal.seen("Yes, once");
  const lines = await scene.terminal.lines();
  assert.equal(lines.filter((line) => line === "Run this command?").length, 2);
  assert.ok(Array.from({ length: 40 }, (_, at) => `  | touch file${at}`).every((line) => lines.includes(line)));
  scene.terminal.press("n");
  await scene.terminal.seen("2 turns");
});

test("the model's question is answered with a number, with own words, or not at all", async () => {
  const call = (label: string) => ({
    calls: [
      {
        name: "question",
        input: { questions: [{ question: "Which?", options: [{ label, description: "one file" }, { label: "Postgres" }] }] },
      },
    ],
  });
  await using scene = await asking({
    script: [call("SQLite"), call("DuckDB"), call("LMDB"), "Done."],
    policy: () => ({ verdict: "allow", reason: "asking is harmless" }),
  });
  const answers = (): string => JSON.stringify(scene.model.requests.at(-1)?.messages.at(-1));
  await scene.terminal.seen("1  SQLite - one file");
  scene.terminal.press("2");
  while (scene.model.requests.length < 2) await immediate();
  assert.match(answers(), /The user answered: Postgres/);
  await scene.terminal.seen("1  DuckDB");
  scene.terminal.press("t");
  scene.terminal.type("Neither");
  scene.terminal.press(ENTER);
  while (scene.model.requests.length < 3) await immediate();
  assert.match(answers(), /The user answered: Neither/);
  await scene.terminal.seen("1  LMDB");
  scene.terminal.press(ESCAPE);
  await scene.terminal.seen("4 turns");
  assert.match(answers(), /gave no answer/);
});

test("whatever keys come before a question and at it, a call that is not allowed never runs", async () => {
  const keys = fc.constantFrom(
    "y",
    "b",
    "s",
    "p",
    "a",
    "Y",
    ENTER,
    "n",
    "d",
    "r",
    "e",
    "w",
    "v",
    " ",
    ESCAPE,
    "\t",
    "\u001b[A",
    PAGE_DOWN,
    "\u007f",
  );
  const harmless = fc.constantFrom(
    "w",
    "v",
    "x",
    "1",
    " ",
    "\u001b[A",
    "\u001b[B",
    PAGE_DOWN,
    "\u001b[200~y\u001b[201~",
    "\u001b[121;1:2u",
  );
  await fc.assert(
    fc.asyncProperty(fc.array(keys, { maxLength: 12 }), fc.array(harmless, { maxLength: 12 }), fc.boolean(), async (before, at, denies) => {
      const timer = manualTimer();
      const { tool, ran } = writer();
      await using scene = await openScreen({ script: [writes("a", "b"), "Done."], tools: [tool], policy: open, cwd: "/usr", timer });
      scene.session.prompt("Go.");
      while (scene.session.questions.length === 0) await immediate();
      scene.terminal.type("x");
      scene.terminal.press(...before);
      await immediate();
      assert.deepEqual(ran, []);
      // An Escape before the question is shown interrupts the run, and withdraws it.
      if (scene.session.questions.length === 0) return;
      await timer.advance(1000);
      await immediate();
      scene.terminal.press(...at, ...(denies ? ["n"] : []));
      await immediate();
      assert.deepEqual(ran, []);
    }),
    { numRuns: 40 },
  );
});
