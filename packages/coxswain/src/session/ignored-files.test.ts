import assert from "node:assert/strict";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { netChanges } from "../changes/index.ts";
import type { Reply } from "../model/index.ts";
import { type FilesScene, git, openFilesScene, runs, treeOf, writes } from "../runtime/session-files.fixture.ts";
import { writeAll } from "../workspace/versions/scan.fixture.ts";

const FILES = { ".gitignore": "build/\nnode_modules/\nmany/\nsecrets/\nkey\n*.log\n", "src/a": "0\n", ".env": "KEY=precious\n" };
const IGNORED = { "build/settings.local.json": "precious 1", "secrets/key": "precious 2", key: "precious 3", "node_modules/a/x": "0" };

const MANY = Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`many/${at}`, "precious 4"]));

/** Opens a session with ignored files, for one prompt after each call. */
const open = async (t: TestContext, calls: readonly Reply[], options: Partial<FilesScene> = {}) => {
  const scene = await openFilesScene(t, { files: FILES, script: calls.flatMap((call) => [call, "Done."]), ...options });
  writeAll(scene.root, IGNORED);
  const short = (path: string): string => path.slice(scene.root.length + 1);
  const { session } = scene;
  return {
    ...scene,
    prompt: async (): Promise<void> => void (await session.prompt("Go.").outcome),
    undo: async (kind: "undo" | "redo" = "undo") => {
      const plan = await (kind === "undo" ? session.files.planUndo() : session.files.planRedo());
      if (plan === undefined) return undefined;
      const { restored, refused } = await session.files.restore(plan);
      const ignored = refused.filter(({ isIgnored }) => isIgnored).map(({ path }) => short(path));
      const others = refused.filter(({ isIgnored }) => !isIgnored).map(({ path }) => short(path));
      return { runs: plan.runs.length, restored: restored.map(short), ignored: ignored.toSorted(), others: others.toSorted() };
    },
    content: (name: string): string | undefined =>
      existsSync(join(scene.root, name)) ? readFileSync(join(scene.root, name), "utf8") : undefined,
    short,
  };
};

test("S2-35: undo and redo leave ignored files and packages as they are, name them, and restore the rest", async (t) => {
  const scene = await open(t, [
    runs("echo 1 > src/a; rm build/settings.local.json; echo 1 > secrets/key; rm -r node_modules; echo 1 > build/new"),
  ]);
  const status = (): string => git(scene.root, "status", "--porcelain=v2", "--untracked-files=all");
  const before = status();
  await scene.prompt();
  const { "src/a": _, ...after } = treeOf(scene.root);
  const ignored = ["build/new", "build/settings.local.json", "node_modules/", "secrets/key"];
  assert.deepEqual(await scene.undo(), { runs: 1, restored: ["src/a"], ignored, others: [] });
  assert.deepEqual(treeOf(scene.root), { ...after, "src/a": "644 0\n" });
  assert.equal(status(), before);
  assert.deepEqual(await scene.undo("redo"), { runs: 1, restored: ["src/a"], ignored, others: [] });
  assert.deepEqual(treeOf(scene.root), { ...after, "src/a": "644 1\n" });
});

/** Commands that move the only copy of content that is not stored, with where it is then. */
const MOVES: Readonly<Record<string, readonly [string, string, string]>> = {
  "moved out of an ignored folder": ["mv secrets/key src/key2", "src/key2", "precious 2"],
  "moved from an ignored path": ["mv key src/key2", "src/key2", "precious 3"],
  "copied out of an ignored folder, which was deleted then": ["cp secrets/key src/key2; rm -r secrets", "src/key2", "precious 2"],
  "moved over another file": ["cat secrets/key > src/a; rm secrets/key", "src/a", "precious 2"],
  "moved out of an ignored folder with many others": ["mv many src/copies", "src/copies/7", "precious 4"],
  "copied out of an ignored folder with many others, which was deleted then": [
    "cp -r many src/copies; rm -r many",
    "src/copies/7",
    "precious 4",
  ],
  "moved out of a folder that became large meanwhile": ["mv many/7 src/x; cd many; touch $(seq 2000)", "src/x", "precious 4"],
  "moved out of packages": ["mv node_modules/a/x src/x", "src/x", "0"],
  "of a secret and moved": ["mv .env env.txt", "env.txt", "KEY=precious\n"],
  "of a secret, copied and deleted": ["cat .env > env.txt; rm .env", "env.txt", "KEY=precious\n"],
};

for (const isCommitted of [true, false])
  for (const [move, [command, name, content]] of Object.entries(MOVES)) {
    test(`S2-35: content that was ${move} is not lost${isCommitted ? "" : ", without commits"}`, async (t) => {
      const scene = await open(t, [runs(command)], {
        isSecret: (path) => path.endsWith("/.env"),
        repository: isCommitted,
        ...(isCommitted ? {} : { prepare: (root: string) => void git(root, "init", "-q") }),
      });
      writeAll(scene.root, MANY);
      await scene.prompt();
      assert.equal(scene.content(name), content);
      assert.ok((await scene.undo())?.others.includes(name));
      assert.equal(scene.content(name), content);
    });
  }

test("S2-35: undo does not delete an empty ignored folder that a command created", async (t) => {
  const scene = await open(t, [runs("mkdir build/made src/made; echo 1 > build/made/x; echo 1 > src/made/x")]);
  await scene.prompt();
  rmSync(join(scene.root, "build/made/x"));
  await scene.undo();
  assert.deepEqual(
    ["build/made", "src/made"].map((name) => existsSync(join(scene.root, name))),
    [true, false],
  );
});

test("S2-35: a prompt that changed only what git ignores is undone with the one before it", async (t) => {
  const scene = await open(t, [runs("echo 1 > src/a"), runs("echo 2 > src/a"), runs("echo 1 > build/out"), runs("echo 1 > debug.log")]);
  for (let at = 0; at < 4; at++) await scene.prompt();
  assert.deepEqual(await scene.undo(), { runs: 3, restored: ["src/a"], ignored: ["build/out", "debug.log"], others: [] });
  assert.equal(scene.content("src/a"), "1\n");
  assert.deepEqual(await scene.undo(), { runs: 1, restored: ["src/a"], ignored: [], others: [] });
  assert.equal(await scene.undo(), undefined);
});

test("S2-35: the last prompt is named if no prompt changed anything but what git ignores", async (t) => {
  const scene = await open(t, [runs("echo 1 > build/one"), runs("echo 1 > build/out")]);
  for (let at = 0; at < 2; at++) await scene.prompt();
  assert.deepEqual(await scene.undo(), { runs: 1, restored: [], ignored: ["build/out"], others: [] });
});

test("S2-35: a build after an undo does not take back the undo or its redo", async (t) => {
  const scene = await open(t, [runs("echo 1 > src/a"), runs("echo 1 > build/out; mkdir node_modules/b")]);
  await scene.prompt();
  await scene.undo();
  await scene.prompt();
  assert.deepEqual((await scene.undo("redo"))?.restored, ["src/a"]);
  assert.equal(scene.content("src/a"), "1\n");
});

test("S2-35: the history and the net changes of a session have ignored files with their hashes, and folders as a whole", async (t) => {
  const scene = await open(t, [
    runs("echo 1 > build/out; mkdir node_modules/b"),
    runs("rm build/out; mkdir node_modules/c; rm secrets/key"),
  ]);
  await scene.prompt();
  await scene.prompt();
  const files = await scene.session.files.changed();
  const hash = "sha256-4355a46b19d348dc2f57c046f8ef63d4538ebb936000f3c9ee954a27460dd865";
  const shown = files
    .slice(0, 2)
    .map(({ path, changes }) => [
      scene.short(path),
      changes.map(({ before, after }) => [before, after].map((one) => (one?.kind === "file" ? one.content : one?.kind))),
      changes.some(({ followsOther }) => followsOther),
    ]);
  assert.deepEqual(shown, [
    [
      "build/out",
      [
        [undefined, hash],
        [hash, undefined],
      ],
      false,
    ],
    [
      "node_modules/",
      [
        ["folder", "folder"],
        ["folder", "folder"],
      ],
      false,
    ],
  ]);
  assert.deepEqual(
    netChanges(files).map(({ path }) => scene.short(path)),
    ["node_modules/", "secrets/key"],
  );
  const diffs = await Promise.all(netChanges(files).map((change) => scene.session.files.diff(change)));
  assert.deepEqual(
    diffs.map(({ effect, diff, notes }) => [effect, diff, notes[0]]),
    [
      ["changed", undefined, "it is compared as a whole, so its files were not stored"],
      ["deleted", undefined, "git ignores it, so its content was not stored"],
    ],
  );
});

test("S2-35: a change of a package by an edit tool is not attributed to the command after it", async (t) => {
  const call = (name: string, input: object) => ({ name, input });
  const both = {
    calls: [
      call("bash", { command: "mkdir x" }),
      call("write", { path: "node_modules/a/new", content: "1" }),
      call("bash", { command: "mkdir y" }),
    ],
  };
  const scene = await open(t, [both]);
  await scene.prompt();
  const files = await scene.session.files.changed();
  assert.deepEqual(
    files.map(({ path }) => scene.short(path)),
    ["node_modules/a/new"],
  );
  assert.deepEqual((await scene.undo())?.restored, ["node_modules/a/new"]);
  assert.equal(scene.content("node_modules/a/new"), undefined);
});

test("S2-35: an ignored file that an edit tool writes is restored, until a command changes it", async (t) => {
  const scene = await open(t, [writes("build/made", "1"), writes("build/made", "2"), runs("echo 3 > build/made")]);
  await scene.prompt();
  await scene.prompt();
  assert.deepEqual((await scene.undo())?.restored, ["build/made"]);
  assert.equal(scene.content("build/made"), "1");
  writeFileSync(join(scene.root, "build/made"), "1");
  await scene.prompt();
  assert.deepEqual(await scene.undo(), { runs: 2, restored: [], ignored: ["build/made"], others: [] });
});
