import assert from "node:assert/strict";
import { mkdirSync, realpathSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { evidenceOf, lineReader, workFacts } from "../evidence/index.ts";
import { relocatedEntries } from "../journal/index.ts";
import { fixedModels, type Script, scriptedModel } from "../model/index.ts";
import { allowAll } from "../policy/index.ts";
import { createRuntime } from "../runtime/index.ts";
import { runs, treeOf, writes } from "../runtime/session-files.fixture.ts";
import { jsonlStore } from "../store/index.ts";
import { bashTool, writeTool } from "../tools/index.ts";
import { folderScanners, nodeWorkspace } from "../workspace/index.ts";
import { temporaryFolder } from "../workspace/workspace.fixture.ts";

const SCRIPT: Script = [
  writes("n", "two\n"),
  runs("echo two > a && mkdir d && echo new > d/b && mv old d/c && chmod 700 run"),
  runs("npm test"),
  "Done.",
];

/** A session that changed files in a folder, which then was moved. `open` opens it in a folder. */
const movedScene = async (t: TestContext) => {
  const home = realpathSync(temporaryFolder(t));
  const store = jsonlStore({ directory: join(home, "sessions") });
  const runtimeIn = (root: string, script: Script = []) => {
    const workspace = nodeWorkspace({ root });
    const runtime = createRuntime({
      store,
      models: fixedModels(scriptedModel(script)),
      policy: allowAll(),
      workspace: () => workspace,
      tools: [bashTool(workspace), writeTool(workspace)],
      changes: folderScanners(),
    });
    t.after(() => runtime.close());
    return runtime;
  };
  const [first, second] = [join(home, "first"), join(home, "second")];
  mkdirSync(first);
  for (const name of ["a", "old", "run"]) writeFileSync(join(first, name), "one\n");
  writeFileSync(join(first, "package.json"), JSON.stringify({ scripts: { test: "true" } }));
  const before = treeOf(first);
  const runtime = runtimeIn(first, SCRIPT);
  const { id, prompt } = await runtime.create({ model: "scripted/scripted", cwd: first }).then((session) => ({
    id: session.id,
    prompt: session.prompt("Go."),
  }));
  await prompt.outcome;
  await runtime.close();
  const open = async (folder: string, script: Script = []) => {
    const other = runtimeIn(folder, script);
    await other.relocate(id, folder);
    return { session: await other.open(id), close: () => other.close() };
  };
  renameSync(first, second);
  return { before, after: treeOf(second), first, second, open };
};

test("S2-35: changes from before a session was relocated are undone and redone in its folder", async (t) => {
  const { before, after, first, second, open } = await movedScene(t);
  const { session, close } = await open(second);
  assert.deepEqual(
    (await session.files.changed()).map(({ path }) => path),
    ["a", "d/b", "d/c", "n", "old", "run"].map((name) => join(second, name)),
  );
  const undo = await session.files.planUndo();
  assert.ok(undo !== undefined);
  assert.deepEqual((await session.files.restore(undo)).refused, []);
  assert.deepEqual(treeOf(second), before);
  await close();
  // Back again: the undo itself has moved too.
  renameSync(second, first);
  const again = await open(first);
  const redo = await again.session.files.planRedo();
  assert.ok(redo !== undefined);
  assert.deepEqual((await again.session.files.restore(redo)).refused, []);
  assert.deepEqual(treeOf(first), after);
});

test("S2-35: new changes in a relocated session follow the earlier ones", async (t) => {
  const { before, second, open } = await movedScene(t);
  const { session } = await open(second, [runs("echo three > a"), "Done."]);
  await session.prompt("More.").outcome;
  const [changed] = await session.files.changed();
  assert.deepEqual(
    changed?.changes.map(({ path, followsOther }) => [path, followsOther]),
    [
      [join(second, "a"), false],
      [join(second, "a"), false],
    ],
  );
  const { runs: all } = await session.files.history();
  const plan = await session.files.planUndo(all[0]?.run);
  assert.ok(plan !== undefined);
  assert.deepEqual((await session.files.restore(plan)).refused, []);
  assert.deepEqual(treeOf(second), before);
});

test("a fork of a relocated session has its changes where they are now", async (t) => {
  const { second, open } = await movedScene(t);
  const { session } = await open(second);
  const fork = await session.fork(session.entries.findLast(({ type }) => type === "file_change")?.id ?? "");
  const changed = await fork.files.changed();
  assert.ok(changed.length > 0 && changed.every(({ path }) => path.startsWith(second)));
});

test("the evidence of a relocated session is about its folder", async (t) => {
  const { second, open } = await movedScene(t);
  const { session } = await open(second, [runs("echo three > a"), "Done."]);
  await session.prompt("More.").outcome;
  const { checks, changed } = evidenceOf(workFacts(relocatedEntries(session.entries)), await lineReader(), second);
  assert.deepEqual(
    checks.map(({ command, changedSince }) => [command, ...changedSince]),
    [["npm test", join(second, "a")]],
  );
  assert.ok(changed.every(({ path, folder }) => folder === undefined && path.startsWith(second)));
});
