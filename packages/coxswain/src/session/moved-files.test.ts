import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { openFilesScene, runs, treeOf } from "../runtime/session-files.fixture.ts";

type Scene = Awaited<ReturnType<typeof openFilesScene>>;

const undo = async ({ session }: Pick<Scene, "session">) => {
  const plan = await session.files.planUndo();
  assert.ok(plan !== undefined);
  const preview = await session.files.preview(plan);
  const result = await session.files.restore(plan);
  // The preview states what happens.
  assert.deepEqual(preview.refused.map(({ path }) => path).toSorted(), result.refused.map(({ path }) => path).toSorted());
  assert.deepEqual(preview.changes.map(({ path }) => path).toSorted(), result.restored.toSorted());
  return result;
};

const STAYS = "it may have the content of a file that cannot be restored";

for (const [what, commands] of [
  ["", ["mv a b"]],
  [" in two commands", ["mv a c", "mv c b"]],
  [" and then changed", ["mv a b", "echo more >> b"]],
  [" over another one", ["mv a old"]],
] as const) {
  test(`S2-35: a file that was moved${what} stays if the user has a new file in its place, so that its content is not lost`, async (t) => {
    const scene = await openFilesScene(t, { files: { a: "precious\n", old: "old\n" }, script: [...commands.map(runs), "Done."] });
    await scene.session.prompt("Go.").outcome;
    writeFileSync(scene.at("a"), "the user's");
    const before = treeOf(scene.root);
    const { restored, refused } = await undo(scene);
    const target = scene.at(what === " over another one" ? "old" : "b");
    assert.deepEqual(restored, []);
    assert.deepEqual(refused.find(({ path }) => path === target)?.reason, STAYS);
    assert.deepEqual(treeOf(scene.root), before);
  });
}

test("files that were moved come back, over each other too", async (t) => {
  const scene = await openFilesScene(t, {
    files: { a: "a\n", b: "b\n", "d/c": "c\n" },
    script: [runs("mv a t; mv b a; mv t b; mkdir e; mv d/c e/c; rmdir d"), "Done."],
  });
  const before = treeOf(scene.root);
  await scene.session.prompt("Go.").outcome;
  assert.deepEqual((await undo(scene)).refused, []);
  assert.deepEqual(treeOf(scene.root), before);
});

test("a redo does not take a file away whose new place is taken", async (t) => {
  const scene = await openFilesScene(t, { files: { a: "precious\n" }, script: [runs("mv a b"), "Done."] });
  await scene.session.prompt("Go.").outcome;
  await undo(scene);
  writeFileSync(scene.at("b"), "the user's");
  const plan = await scene.session.files.planRedo();
  assert.ok(plan !== undefined);
  const { refused } = await scene.session.files.restore(plan);
  assert.deepEqual(refused.map(({ path }) => path).toSorted(), [scene.at("a"), scene.at("b")]);
  assert.deepEqual([readFileSync(scene.at("a"), "utf8"), readFileSync(scene.at("b"), "utf8")], ["precious\n", "the user's"]);
});

test("a copy of a deleted file is deleted although the user has deleted the file's folder", async (t) => {
  const scene = await openFilesScene(t, { files: { "d/a": "a\n", keep: "" }, script: [runs("mv d/a b"), "Done."] });
  await scene.session.prompt("Go.").outcome;
  rmSync(scene.at("d"), { recursive: true, force: true });
  assert.deepEqual((await undo(scene)).refused, []);
  assert.deepEqual([readFileSync(scene.at("d", "a"), "utf8"), existsSync(scene.at("b"))], ["a\n", false]);
});

for (const [what, command] of [
  ["moved", "mv src lib"],
  ["moved and then changed", "mv src lib; echo more >> lib/one; touch lib/new"],
  ["moved into a new one", "mkdir -p deep/er; mv src deep/er/lib"],
] as const) {
  test(`a folder that was ${what} leaves no empty one behind`, async (t) => {
    const scene = await openFilesScene(t, {
      files: { "src/one": "1\n", "src/sub/two": "2\n", "src/sub/three": "3\n" },
      script: [runs(command), "Done."],
    });
    const before = treeOf(scene.root);
    await scene.session.prompt("Go.").outcome;
    const after = treeOf(scene.root);
    assert.deepEqual((await undo(scene)).refused, []);
    assert.deepEqual(treeOf(scene.root), before);
    const redo = await scene.session.files.planRedo();
    assert.ok(redo !== undefined);
    await scene.session.files.restore(redo);
    assert.deepEqual(treeOf(scene.root), after);
  });
}

test("a folder of the user stays when files that were moved into it are moved back", async (t) => {
  const scene = await openFilesScene(t, { files: { "src/one": "1\n", "src/two": "2\n" }, script: [runs("mv src/one lib/"), "Done."] });
  mkdirSync(scene.at("lib"));
  await scene.session.prompt("Go.").outcome;
  assert.deepEqual((await undo(scene)).refused, []);
  assert.deepEqual(readdirSync(scene.at("lib")), []);
});

for (const [what, command] of [
  ["a file that replaced its folder", "mv d/x t; rmdir d; mv t d"],
  ["a file moved into a folder in its place", "mv a t; mkdir -p a/b; mv t a/b/x"],
  ["a new file that replaced a folder", "rm -r d; echo new > d"],
  ["a folder with a new file that replaced a file", "rm a; mkdir a; echo new > a/x"],
] as const)
  test(`S2-35: an undo of ${what} restores all, and so does a redo`, async (t) => {
    const scene = await openFilesScene(t, { files: { a: "a\n", "d/x": "x\n" }, script: [runs(command), "Done."] });
    const before = treeOf(scene.root);
    await scene.session.prompt("Go.").outcome;
    const after = treeOf(scene.root);
    assert.deepEqual((await undo(scene)).refused, []);
    assert.deepEqual(treeOf(scene.root), before);
    const plan = await scene.session.files.planRedo();
    assert.ok(plan !== undefined);
    assert.deepEqual((await scene.session.files.preview(plan)).refused, []);
    await scene.session.files.restore(plan);
    assert.deepEqual(treeOf(scene.root), after);
  });

test("a file in a folder in its place stays if the user has a file there too", async (t) => {
  const scene = await openFilesScene(t, { files: { a: "a\n" }, script: [runs("mv a t; mkdir a; mv t a/x"), "Done."] });
  await scene.session.prompt("Go.").outcome;
  writeFileSync(scene.at("a", "mine"), "the user's");
  const before = treeOf(scene.root);
  assert.deepEqual((await undo(scene)).restored, []);
  assert.deepEqual(treeOf(scene.root), before);
});
