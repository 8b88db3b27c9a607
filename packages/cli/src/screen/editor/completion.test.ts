import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { KEYS, openEditor } from "./editor.fixture.ts";

const COMMANDS = [
  {
    name: "model",
    arguments: "[MODEL]",
    summary: "Change the model",
    complete: async () => [{ value: "acme/large" }, { value: "acme/small" }],
  },
  { name: "mode", arguments: "[MODE]", summary: "Change the mode", complete: () => [{ value: "plan" }, { value: "ask" }] },
  { name: "review", arguments: "FILE", summary: "Review a file" },
  { name: "exit", summary: "Leave" },
];

const FILES = ["README.md", "docs/my notes.txt", "packages/cli/src/main.ts", "src/main.ts", "src/menu.ts"];
async function* files() {
  yield* FILES;
}

const open = (scene: Parameters<typeof openEditor>[0] = {}) => openEditor({ screenCommands: COMMANDS, files, ...scene });

/** The rows below the editor, without spaces around. */
const offered = async (scene: ReturnType<typeof openEditor>): Promise<readonly string[]> => {
  const rows = await scene.shown();
  return rows.slice(rows.findLastIndex((row) => row.startsWith("─")) + 1).map((row) => row.trim().replaceAll(/\s+/g, " "));
};

test("a slash lists the commands with their arguments, and letters filter them, the exact name first", async () => {
  const scene = open();
  scene.type("/");
  assert.deepEqual(await offered(scene), [
    "/model [MODEL] Change the model",
    "/mode [MODE] Change the mode",
    "/review FILE Review a file",
    "/exit Leave",
  ]);
  scene.type("mode");
  assert.deepEqual(await offered(scene), ["/mode [MODE] Change the mode", "/model [MODEL] Change the model"]);
});

test("Enter completes and sends a command that needs no more words, and only completes one that does", () => {
  const scene = open();
  scene.type("/ex");
  scene.press(KEYS.enter);
  assert.deepEqual(
    scene.submitted.map(({ text }) => text),
    ["/exit"],
  );
  scene.type("/rev");
  scene.press(KEYS.enter);
  assert.equal(scene.editor.text, "/review ");
});

test("text that was changed by any key never gets a completion of the text before", () => {
  for (const keys of [[KEYS.ctrlU], [KEYS.ctrlW], [KEYS.backspace, KEYS.backspace, KEYS.backspace], [KEYS.undo]]) {
    const scene = open();
    scene.type("/mo");
    scene.press(...keys);
    scene.editor.set("");
    scene.type("more of it");
    scene.press(KEYS.enter);
    assert.deepEqual(
      scene.submitted.map(({ text }) => text),
      ["more of it"],
    );
  }
  const scene = open();
  scene.type("/mox");
  scene.press(KEYS.enter);
  assert.equal(scene.submitted[0]?.text, "/mox");
});

test("values of arguments are completed, also those that arrive later, and Enter without a choice sends the command alone", async () => {
  const scene = open();
  scene.type("/model ");
  assert.deepEqual(await offered(scene), ["acme/large", "acme/small"]);
  scene.type("sm");
  assert.deepEqual(await offered(scene), ["acme/small"]);
  scene.press(KEYS.enter);
  scene.type("/mode ");
  scene.press(KEYS.enter);
  assert.deepEqual(
    scene.submitted.map(({ text }) => text),
    ["/model acme/small", "/mode"],
  );
});

test("commands of templates, skills and extensions are read when a command begins", async () => {
  let reads = 0;
  const scene = open({
    commands: async () => {
      reads += 1;
      return [
        { name: "skill:pdf", arguments: "[TASK]", summary: "Read PDF files" },
        { name: "exit", summary: "Another command of this name" },
        { name: "exit", fullName: "prompt:exit", summary: "Mine" },
      ];
    },
  });
  scene.type("no slash");
  await scene.shown();
  assert.equal(reads, 0);
  scene.editor.set("");
  scene.type("/");
  assert.deepEqual((await offered(scene)).slice(-2), ["/skill:pdf [TASK] Read PDF files", "/prompt:exit Mine"]);
  scene.type("pdf");
  assert.deepEqual(await offered(scene), ["/skill:pdf [TASK] Read PDF files"]);
});

test("@ lists files by a fuzzy match of the name before the folders, and Tab takes one", async () => {
  const scene = open();
  scene.type("see @");
  assert.deepEqual(await offered(scene), [
    "docs/",
    "packages/",
    "src/",
    "README.md",
    "packages/cli/",
    "docs/my notes.txt",
    "src/main.ts",
    "src/menu.ts",
    "1 of 10 · ↑↓",
  ]);
  scene.type("main");
  assert.deepEqual(await offered(scene), ["src/main.ts", "packages/cli/src/main.ts"]);
  scene.press(KEYS.down, KEYS.tab);
  assert.equal(scene.editor.text, "see @packages/cli/src/main.ts ");
  scene.type("@notes");
  scene.press(KEYS.enter);
  assert.equal(scene.editor.text, 'see @packages/cli/src/main.ts @"docs/my notes.txt" ');
  assert.deepEqual(scene.submitted, []);
});

test("a list that is longer than its rows shows the place in it, and how many more match than it offers", async () => {
  const many = Array.from({ length: 70 }, (_, at) => `src/file${at}.ts`);
  const scene = open({
    async *files() {
      yield* many;
    },
  });
  scene.type("@file");
  assert.equal((await offered(scene)).at(-1), "1 of 50 · ↑↓ · 20 more match: type on");
  scene.press(KEYS.down, KEYS.down);
  assert.match((await offered(scene)).at(-1) ?? "", /^3 of 50/);
  scene.type("6");
  assert.equal((await offered(scene)).at(-1), "1 of 16 · ↑↓");
});

test("a narrow list has whole names and no notes, and a low one still counts", async () => {
  const scene = open({ columns: 20, rows: 5 });
  scene.type("/");
  const rows = await offered(scene);
  assert.deepEqual(rows.slice(-3), ["/model [MODEL]", "/mode [MODE]", "1 of 4 · ↑↓"]);
});

test("a folder is completed without a space, and its files follow, also between quotes", async () => {
  const scene = open({
    async *files() {
      yield* ["my docs/a b.txt", "my docs/c.txt"];
    },
  });
  scene.type("@my");
  await scene.shown();
  scene.press(KEYS.tab);
  assert.equal(scene.editor.text, '@"my docs/"');
  scene.type("c");
  scene.press(KEYS.tab);
  assert.equal(scene.editor.text, '@"my docs/c.txt" ');
});

test("Enter sends a mention that is complete, and one with lines", async () => {
  for (const text of ["@src/main.ts", "@src/main.ts:3-4", "@src/main.ts#L3"]) {
    const scene = open();
    scene.type(text);
    await scene.shown();
    scene.press(KEYS.enter);
    assert.equal(scene.submitted[0]?.text, text);
  }
});

test("lines can be typed right behind a completed file", async () => {
  const scene = open();
  scene.type("@menu");
  await scene.shown();
  scene.press(KEYS.tab);
  scene.type(":3-4 and");
  assert.equal(scene.editor.text, "@src/menu.ts:3-4 and");
  scene.type(" @notes");
  await scene.shown();
  scene.press(KEYS.tab);
  scene.type("x #1");
  assert.equal(scene.editor.text, '@src/menu.ts:3-4 and @"docs/my notes.txt" x #1');
});

test("Escape closes the list until another word begins", async () => {
  const scene = open();
  scene.type("@ma");
  await scene.shown();
  assert.ok(scene.editor.isCompleting);
  scene.press(KEYS.escape);
  scene.type("in");
  assert.ok(!scene.editor.isCompleting);
  scene.type(" @me");
  assert.deepEqual(await offered(scene), ["src/menu.ts", "docs/my notes.txt", "README.md"]);
});

test("Tab completes a path in a shell command, quoted for the shell", async () => {
  const scene = open();
  scene.type("!cat notes");
  scene.press(KEYS.tab);
  assert.deepEqual(await offered(scene), ["docs/my notes.txt"]);
  scene.press(KEYS.tab);
  assert.equal(scene.editor.text, "!cat 'docs/my notes.txt' ");
});

test("a path that begins at a folder is listed from the disk, without names that have control characters", async () => {
  const cwd = mkdtempSync(join(tmpdir(), "cox-editor-"));
  try {
    mkdirSync(join(cwd, "inner"));
    writeFileSync(join(cwd, "outer.txt"), "");
    writeFileSync(join(cwd, "evil\u001b[31m.txt"), "");
    const scene = open({ cwd: join(cwd, "inner") });
    scene.type("@../");
    assert.deepEqual(await offered(scene), ["../inner/", "../outer.txt"]);
    scene.type("ou");
    scene.press(KEYS.enter);
    assert.equal(scene.editor.text, "@../outer.txt ");
  } finally {
    rmSync(cwd, { recursive: true });
  }
});

test("100,000 files are searched in slices between keys, and longer queries search the matches of shorter ones", async () => {
  const names = Array.from({ length: 100_000 }, (_, at) => `packages/p${at % 300}/src/folder${at % 7}/file-${at}.ts`);
  const scene = open({
    async *files() {
      yield* names;
    },
  });
  scene.type("@");
  await scene.shown();
  scene.type("file-9999");
  const first = scene.editor.rows({ width: 60, height: 20, ruleWidth: 40 }).rows;
  assert.ok(!first.some((row) => row.includes("file-99990")), "the key did not wait for all of them");
  await scene.timer.advance(1);
  assert.ok((await offered(scene)).some((row) => row.endsWith("file-99990.ts")));
  scene.type("9");
  const [, , , best] = scene.editor.rows({ width: 60, height: 20, ruleWidth: 40 }).rows;
  assert.match(best ?? "", /file-99999\.ts/);
});
