import assert from "node:assert/strict";
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { reopen } from "../runtime/crash.fixture.ts";
import { git, openFilesScene, runs, treeOf, writes } from "../runtime/session-files.fixture.ts";
import { jsonlStore } from "../store/index.ts";
import { temporaryFolder } from "../workspace/workspace.fixture.ts";

type Scene = Awaited<ReturnType<typeof openFilesScene>>;

const undo = async ({ session }: Pick<Scene, "session">) => {
  const plan = await session.files.planUndo();
  assert.ok(plan !== undefined);
  return session.files.restore(plan);
};

/** Commits `a.txt`, which git writes with CRLF, and lets git write it. */
const withLineEnds = (root: string): void => {
  writeFileSync(join(root, ".gitattributes"), "*.txt text eol=crlf\n");
  git(root, "add", "-A");
  git(root, "commit", "-qm", "line ends");
  rmSync(join(root, "a.txt"));
  git(root, "checkout", "-q", "--", "a.txt");
  // Git writes its index again, later than the file.
  writeFileSync(join(root, "b"), "");
  git(root, "add", "b");
};

test("line ends that git converted come back while the file of attributes is missing", async (t) => {
  const scene = await openFilesScene(t, { files: { "a.txt": "one\ntwo\n" }, script: [runs("echo x > a.txt"), "Done."] });
  withLineEnds(scene.root);
  rmSync(scene.at(".gitattributes"));
  await scene.session.prompt("Go.").outcome;
  assert.deepEqual((await undo(scene)).refused, []);
  assert.equal(readFileSync(scene.at("a.txt"), "utf8"), "one\r\ntwo\r\n");
});

test("a file that git converted by attributes of another time is refused, and never restored with other bytes", async (t) => {
  const scene = await openFilesScene(t, { files: { "a.txt": "one\ntwo\n" }, script: [runs("echo x > a.txt"), "Done."] });
  withLineEnds(scene.root);
  writeFileSync(scene.at(".gitattributes"), "\n");
  await scene.session.prompt("Go.").outcome;
  const plan = await scene.session.files.planUndo();
  assert.deepEqual(plan?.refused, [{ path: scene.at("a.txt"), reason: "its earlier content no longer exists" }]);
});

for (const from of ["outside the folder", "an ignored folder"]) {
  test(`a file that was moved here from ${from} is not deleted`, async (t) => {
    const scene = await openFilesScene(t, { files: { ".gitignore": "dist\n" }, script: [runs("mv dist/mine here"), "Done."] });
    mkdirSync(scene.at("dist"));
    const source = from === "an ignored folder" ? scene.at("dist") : temporaryFolder(t);
    if (from !== "an ignored folder") {
      rmSync(scene.at("dist"), { recursive: true });
      symlinkSync(source, scene.at("dist"));
    }
    writeFileSync(join(source, "mine"), "precious");
    await scene.session.prompt("Go.").outcome;
    await undo(scene);
    assert.equal(readFileSync(scene.at("here"), "utf8"), "precious");
  });
}

test("a folder is not removed through a link that took the place of its parent", async (t) => {
  const scene = await openFilesScene(t, { script: [runs("mkdir -p d/e && touch d/e/f"), "Done."] });
  await scene.session.prompt("Go.").outcome;
  const other = temporaryFolder(t);
  mkdirSync(join(other, "e"));
  renameSync(scene.at("d"), scene.at("mine"));
  symlinkSync(other, scene.at("d"));
  await undo(scene);
  assert.equal(existsSync(join(other, "e")), true);
});

for (const kind of ["link", "file"] as const) {
  test(`a ${kind} comes back after an older folder took its place`, async (t) => {
    const scene = await openFilesScene(t, { files: { "old/sub/f": "1", a: "a" }, script: [runs("rm x; mv old x"), "Done."] });
    if (kind === "link") symlinkSync("a", scene.at("x"));
    else writeFileSync(scene.at("x"), "x");
    const before = treeOf(scene.root);
    await scene.session.prompt("Go.").outcome;
    assert.deepEqual((await undo(scene)).refused, []);
    assert.deepEqual(treeOf(scene.root), before);
  });
}

test("a folder that was moved, and replaced by a link to it, comes back as the preview shows", async (t) => {
  const scene = await openFilesScene(t, { files: { "d/f": "1", "d/e/g": "2" }, script: [runs("mv d n; ln -s n d"), "Done."] });
  const before = treeOf(scene.root);
  await scene.session.prompt("Go.").outcome;
  const plan = await scene.session.files.planUndo();
  assert.ok(plan !== undefined);
  assert.deepEqual((await scene.session.files.preview(plan)).refused, []);
  assert.deepEqual((await undo(scene)).refused, []);
  assert.deepEqual(treeOf(scene.root), before);
});

test("a folder that was moved stays where it is if the user has changed the link that replaced it", async (t) => {
  const scene = await openFilesScene(t, { files: { "d/f": "precious" }, script: [runs("mv d n; ln -s n d"), "Done."] });
  await scene.session.prompt("Go.").outcome;
  rmSync(scene.at("d"));
  symlinkSync(temporaryFolder(t), scene.at("d"));
  assert.equal((await undo(scene)).restored.length, 0);
  assert.equal(readFileSync(scene.at("n", "f"), "utf8"), "precious");
});

test("the temporary file of an undo that was killed is removed", async (t) => {
  const directory = temporaryFolder(t);
  const scene = await openFilesScene(t, {
    files: { a: "0" },
    script: [runs("echo 1 > a"), "Done."],
    store: jsonlStore({ directory }),
  });
  await scene.session.prompt("Go.").outcome;
  await undo(scene);
  await scene.runtime.close();
  const [path = ""] = globSync("*/*.jsonl", { cwd: directory });
  const lines = readFileSync(join(directory, path), "utf8").split("\n");
  const last = lines.findLastIndex((line) => line.includes('"restore_start"'));
  const { id } = JSON.parse(lines[last] ?? "") as { readonly id: string };
  writeFileSync(join(directory, path), `${lines.slice(0, last + 1).join("\n")}\n`);
  writeFileSync(scene.at("a"), "1\n");
  writeFileSync(scene.at(`.a.${id}.tmp`), "half");
  const later = await reopen(jsonlStore({ directory }), scene.session.id);
  t.after(() => later.runtime.close());
  assert.deepEqual(readdirSync(scene.root).toSorted(), [".git", "a"]);
  assert.equal(readFileSync(scene.at("a"), "utf8"), "0");
});

for (const repository of [true, false]) {
  test(`commands in a ${repository ? "repository" : "folder"} with too many files are not recorded, edits are, and one warning states it`, async (t) => {
    const script = [runs("echo 1 > b"), runs("echo 2 > b"), writes("c", "new"), "Done."];
    const { session, at } = await openFilesScene(t, { files: { a: "", b: "" }, script, repository, limits: { folderFiles: 1 } });
    const warnings: string[] = [];
    const events = session.events({ types: ["warning"] });
    await session.prompt("Go.").outcome;
    await session.close();
    for await (const { message } of events) warnings.push(message);
    assert.equal(warnings.filter((message) => message.endsWith("cannot be undone: it has more than 1 files.")).length, 1);
    const { runs: changed } = await session.files.history();
    assert.deepEqual(
      changed.flatMap(({ entries }) => entries.flatMap(({ changes }) => changes.map(({ path }) => path))),
      [at("c")],
    );
  });
}
