import assert from "node:assert/strict";
import { test } from "node:test";
import type { PermissionAskEntry, QuestionAskEntry } from "coxswain/session";
import type { IndexedSession } from "coxswain/store";
import { processTimer } from "../screen/index.ts";
import { testTerminal } from "../screen/terminal/test-terminal.fixture.ts";
import { colorlessTheme, keymapOf, parseUserKeys } from "../screen/index.ts";
import { Board, type BoardChoice, type BoardOptions } from "./board.ts";
import type { BoardSession } from "./board-session.ts";

const ENTER = "\r";
const ESCAPE = "\u001b";
const DOWN = "\u001b[B";

const indexed = (id: string, title: string): IndexedSession => ({
  id,
  path: `/sessions/${id}.jsonl`,
  cwd: "/home/me/project",
  project: undefined,
  kind: undefined,
  parent: undefined,
  createdAt: 0,
  updatedAt: 1000,
  title,
  opening: undefined,
  model: "test/model",
  messages: 2,
  cost: 0.5,
  isCostPartial: false,
  problem: undefined,
});

const owner = { pid: 1, host: "here", since: 0 };

const question = (id: string): PermissionAskEntry => ({
  type: "permission_ask",
  seq: 1,
  parent: null,
  at: 0,
  id,
  callId: "c1",
  input: { command: "make install" },
  tool: "bash",
  requests: [{ effect: "execute", subject: "make install", details: {} }] as never,
  reasons: [],
  offers: ["bash(make install $)"],
});

const openBoard = (
  sessions: readonly BoardSession[],
  columns = 80,
  rows = 24,
  looks: Partial<Pick<BoardOptions, "keys" | "theme">> = {},
) => {
  const terminal = testTerminal(columns, rows);
  const sent: (readonly [string, string, unknown])[] = [];
  const board = new Board({
    terminal,
    timer: processTimer,
    now: () => 5000,
    hint: "",
    theme: colorlessTheme,
    keys: keymapOf().keymap,
    ...looks,
    sessions: () => sessions,
    questionPreview: async () => ({ parts: [], otherArguments: {} }),
    answer: async (session, asked, answer) => void sent.push([session, asked, answer]),
    prompt: async (session, text) => void sent.push([session, "prompt", text]),
  });
  const chosen = board.run();
  return {
    board,
    terminal,
    sent,
    chosen,
    async [Symbol.asyncDispose]() {
      board.leave();
      await chosen;
    },
  };
};

const done: BoardSession = { session: indexed("one", "Fix the tests"), owner: undefined, state: "done", blocks: [] };
const running: BoardSession = { session: indexed("two", "Port it"), owner, state: "running", blocks: [] };
const waiting: BoardSession = { session: indexed("three", "Release"), owner, state: "waiting", question: question("q1"), blocks: [] };

test("sessions that wait come first, then those that run, then those that are done", async () => {
  await using scene = openBoard([done, running, waiting]);
  await scene.terminal.seen("Fix the tests");
  const rows = (await scene.terminal.screen()).filter((row) => /Fix|Port|Release/.test(row));
  assert.deepEqual(
    rows.map((row) => row.slice(0, row.indexOf("  "))),
    ["? Release", "● Port it", "✓ Fix the tests"],
  );
  assert.match(rows[0] ?? "", /waiting for an answer · project · now · \$0\.50/);
});

test("Enter on a session that waits shows its question, and the answer is sent", async () => {
  await using scene = openBoard([done, waiting]);
  await scene.terminal.seen("Release");
  scene.terminal.press(ENTER);
  await scene.terminal.seen("| make install");
  await scene.terminal.seen("Yes, once");
  scene.terminal.press("y");
  await scene.terminal.seen("Answer sent");
  assert.deepEqual(scene.sent, [["three", "q1", { kind: "once" }]]);
});

const userQuestion = (more: Partial<QuestionAskEntry> = {}): QuestionAskEntry => ({
  type: "question_ask",
  seq: 1,
  parent: null,
  at: 0,
  id: "q2",
  callId: "c1",
  question: "Which database?",
  options: [{ label: "SQLite", description: "one file" }, { label: "Postgres" }],
  ...more,
});

const asked = (more?: Partial<QuestionAskEntry>): BoardSession => ({ ...waiting, question: userQuestion(more) });

test("a question of the model is shown in the list, and answered with a choice or other words", async () => {
  await using scene = openBoard([done, asked()]);
  await scene.terminal.seen("? Which database?");
  scene.terminal.press(ENTER);
  await scene.terminal.seen("1  SQLite - one file");
  await scene.terminal.seen("Esc: back");
  scene.terminal.press("2");
  await scene.terminal.seen("Answer sent");
  scene.terminal.press(ENTER);
  await scene.terminal.seen("t  Type an answer");
  scene.terminal.press("t");
  await scene.terminal.seen("Answer: type it");
  scene.terminal.type("LMDB");
  scene.terminal.press(ENTER);
  while (scene.sent.length < 2) await new Promise((resolve) => void setImmediate(resolve));
  assert.deepEqual(scene.sent, [
    ["three", "q2", { kind: "answers", answers: ["Postgres"] }],
    ["three", "q2", { kind: "answers", answers: ["LMDB"] }],
  ]);
});

test("several answers to a question of the model are sent together", async () => {
  await using scene = openBoard([asked({ multiple: true })]);
  await scene.terminal.seen("Which database?");
  scene.terminal.press(ENTER);
  await scene.terminal.seen("2  [ ] Postgres");
  scene.terminal.press("1", "2", ENTER);
  await scene.terminal.seen("Answer sent");
  assert.deepEqual(scene.sent, [["three", "q2", { kind: "answers", answers: ["SQLite", "Postgres"] }]]);
});

test("a question that is answered elsewhere, or followed by another one, leaves the board", async () => {
  const sessions = [asked()];
  await using scene = openBoard(sessions);
  await scene.terminal.seen("Which database?");
  for (const next of [asked({ id: "q3" }), running]) {
    scene.terminal.press(ENTER);
    await scene.terminal.seen("1  SQLite");
    sessions[0] = next;
    scene.board.changed();
    await scene.terminal.seen("q exits");
  }
  assert.deepEqual(scene.sent, []);
});

test("the board shows for which task an agent asks", async () => {
  const agent = { id: "a1", depth: 1, parent: "three", name: "explore" };
  await using scene = openBoard([{ ...waiting, question: { ...question("q1"), agent }, task: "explore: Find the tests" }]);
  await scene.terminal.seen("? explore: Find the tests: bash: make install");
  scene.terminal.press(ENTER);
  await scene.terminal.seen("Agent explore: Use bash?");
  await scene.terminal.seen("For: explore: Find the tests");
});

test("the board uses the user's keys and theme", async () => {
  const { keymap } = keymapOf(parseUserKeys('{ "exit": "ctrl+x", "editor.undo": "ctrl+alt+u" }'));
  const theme = { ...colorlessTheme, accent: (text: string) => `<${text}>` };
  const scene = openBoard([running], 80, 24, { keys: keymap, theme });
  await scene.terminal.seen("<Sessions>");
  scene.terminal.press("p");
  await scene.terminal.seen("Prompt: type it");
  scene.terminal.type("half");
  await scene.terminal.seen("half");
  scene.terminal.press("\u0004", "\u001b[117;7u");
  scene.terminal.press(ESCAPE, "\u0018");
  assert.deepEqual(await scene.chosen, { kind: "exit" });
});

test("Escape leaves a question unanswered", async () => {
  await using scene = openBoard([waiting]);
  await scene.terminal.seen("Release");
  scene.terminal.press(ENTER);
  await scene.terminal.seen("Yes, once");
  scene.terminal.press(ESCAPE);
  await scene.terminal.seen("q exits");
  assert.deepEqual(scene.sent, []);
});

test("a prompt goes to the process that has the session open; a session that is not open is opened with it", async () => {
  await using scene = openBoard([running, done]);
  await scene.terminal.seen("Port it");
  scene.terminal.press("p");
  await scene.terminal.seen("Prompt: type it");
  scene.terminal.type("Continue.");
  scene.terminal.press(ENTER);
  await scene.terminal.seen("Prompt sent");
  assert.deepEqual(scene.sent, [["two", "prompt", "Continue."]]);
  scene.terminal.press(DOWN, "p");
  scene.terminal.type("Again.");
  scene.terminal.press(ENTER);
  assert.deepEqual(await scene.chosen, { kind: "open", id: "one", prompt: "Again." } satisfies BoardChoice);
});

test("the board fits terminals of any size, and leaves the screen as it was", async () => {
  for (const [columns, rows] of [
    [20, 6],
    [80, 24],
    [300, 100],
  ] as const) {
    const scene = openBoard([done, running, waiting], columns, rows);
    await scene.terminal.seen("Release");
    scene.terminal.press("q");
    assert.deepEqual(await scene.chosen, { kind: "exit" });
    assert.deepEqual(
      (await scene.terminal.lines()).filter((row) => row !== ""),
      [],
    );
    assert.ok(!scene.terminal.isOpen);
  }
});
