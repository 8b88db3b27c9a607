import assert from "node:assert/strict";
import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { openFilesScene, runs, writes } from "../runtime/session-files.fixture.ts";
import { jsonlStore } from "../store/index.ts";
import { folderScanners } from "../workspace/index.ts";
import { temporaryFolder } from "../workspace/workspace.fixture.ts";

/** Changes files with a command, and returns the plan of an undo by file, and the contents that were stored. */
const changed = async (
  t: TestContext,
  scene: Omit<Parameters<typeof openFilesScene>[1], "script">,
  command: string,
  before: (root: string) => void = () => {},
) => {
  const directory = temporaryFolder(t);
  const { session, root } = await openFilesScene(t, { ...scene, script: [runs(command), "Done."], store: jsonlStore({ directory }) });
  before(root);
  await session.prompt("Go.").outcome;
  const plan = await session.files.planUndo();
  const short = (path: string): string => path.slice(root.length + 1);
  return {
    refused: Object.fromEntries(plan?.refused.map(({ path, reason }) => [short(path), reason]) ?? []),
    changes: plan?.changes.map(({ path }) => short(path)),
    unlisted: plan?.unlisted.map(short),
    stored: globSync("blobs/*/*", { cwd: directory }).map((name) => readFileSync(join(directory, name), "utf8")),
  };
};

for (const repository of [true, false]) {
  const where = repository ? "a repository" : "a plain folder";
  test(`S2-35: in ${where}, contents of files that may have secrets are never stored, and the preview gives the reason`, async (t) => {
    const files = { ".env": "KEY=secret", "gone.env": "KEY=secret", a: "0" };
    const scene = { files, repository, isSecret: (path: string) => path.endsWith(".env") };
    const { refused, changes, stored } = await changed(t, scene, "echo 1 >> .env; echo 1 >> a; cp .env b.env; rm gone.env");
    const reason = "it may have secrets, so its content was not stored";
    assert.deepEqual(refused, { ".env": reason, "b.env": reason, "gone.env": reason });
    assert.deepEqual(changes, ["a"]);
    assert.deepEqual(
      stored.filter((text) => text.includes("secret")),
      [],
    );
  });
}

test("S2-35: a file over the limit of size is refused, and the preview gives the reason", async (t) => {
  const scene = { files: { large: "x".repeat(2000), a: "0" }, repository: false, limits: { fileBytes: 1000 } };
  const { refused, changes, stored } = await changed(t, scene, "echo 1 >> large; cp large other; echo 1 > a");
  assert.deepEqual(refused, { large: "it is too large to store", other: "it is too large to store" });
  assert.deepEqual(changes, ["a"]);
  assert.ok(stored.every((text) => text.length < 1000));
});

test("S2-35: ignored files are known by name and hash, folders of packages as a whole, and the preview gives the reason", async (t) => {
  const { refused, changes, unlisted, stored } = await changed(
    t,
    { files: { ".gitignore": "dist/\n*.log\n", a: "0" } },
    "echo 1 > dist/x; echo 1 > node_modules/x; echo 1 > debug.log; echo 1 > a",
    (root) => {
      for (const folder of ["dist", "node_modules", ".venv"]) mkdirSync(join(root, folder));
      for (const name of ["dist/x", "node_modules/x", ".venv/x", "debug.log"]) writeFileSync(join(root, name), "mine");
    },
  );
  const ignored = "git ignores it, so its content was not stored";
  const whole = "it is compared as a whole, so its files were not stored";
  assert.deepEqual(refused, { "dist/x": ignored, "debug.log": ignored, "node_modules/": whole });
  assert.deepEqual(changes, ["a"]);
  assert.deepEqual(unlisted, [".venv/"]);
  assert.ok(stored.every((text) => !text.includes("mine")));
});

test("S2-35: a session in the home folder, above it, or in the root folder records nothing", () => {
  const scanner = folderScanners();
  const contents = { put: () => assert.fail(), get: () => assert.fail() };
  for (const folder of [homedir(), join(homedir(), ".."), "/"]) assert.equal(scanner(folder, contents), undefined);
});

test("edits of files outside of the session's folder are not recorded", async (t) => {
  const other = temporaryFolder(t);
  const { session } = await openFilesScene(t, { script: [writes(join(other, "x"), "1"), "Done."] });
  await session.prompt("Go.").outcome;
  assert.deepEqual((await session.files.history()).runs, []);
});
