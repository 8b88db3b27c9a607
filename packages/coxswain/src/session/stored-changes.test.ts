import assert from "node:assert/strict";
import { globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { createRuntime } from "../runtime/index.ts";
import { git, openFilesScene, runs, storedIn, writes } from "../runtime/session-files.fixture.ts";
import { fixedModels, type Reply, scriptedModel } from "../model/index.ts";
import { allowAll } from "../policy/index.ts";
import { collectBlobs, jsonlStore } from "../store/index.ts";
import { bashTool, writeTool } from "../tools/index.ts";
import { folderScanners } from "../workspace/index.ts";
import { temporaryFolder } from "../workspace/workspace.fixture.ts";

const DAY = 24 * 60 * 60 * 1000;

test("S2-35: contents of a session stay until it is deleted, and unused ones are collected", async (t) => {
  const directory = temporaryFolder(t);
  const scene = await openFilesScene(t, {
    files: { a: "0" },
    script: [writes("a", "1"), runs("echo 2 > a; echo new > b"), "Done."],
    store: jsonlStore({ directory }),
  });
  // The first scan stores it, since git does not have its content; no change names it.
  writeFileSync(scene.at("untracked"), "untracked");
  const { session, runtime } = scene;
  await session.prompt("Go.").outcome;
  const collect = () => collectBlobs({ directory, now: Date.now() + 2 * DAY });
  assert.deepEqual(await collect(), { blobs: 1, bytes: "untracked".length });
  const plan = await session.files.planUndo();
  assert.ok(plan !== undefined);
  assert.deepEqual((await session.files.restore(plan)).refused, []);
  assert.equal(readFileSync(scene.at("a"), "utf8"), "0");
  await runtime.close();
  const [path = ""] = globSync("*/*.jsonl", { cwd: directory });
  rmSync(join(directory, path));
  await collect();
  assert.equal(storedIn(directory), 0);
});

test("a content that the store cannot write is the reason why a file is not restored", async (t) => {
  const directory = temporaryFolder(t);
  const scene = await openFilesScene(t, {
    files: { a: "0" },
    script: [runs("echo 1 > a; echo new > b"), "Done."],
    store: jsonlStore({ directory }),
    repository: false,
  });
  writeFileSync(join(directory, "blobs"), "in the way");
  await scene.session.prompt("Go.").outcome;
  const plan = await scene.session.files.planUndo();
  assert.deepEqual(
    plan?.refused.map(({ path, reason }) => [path, reason]),
    [
      [scene.at("a"), "its content could not be stored"],
      [scene.at("b"), "its content could not be stored"],
    ],
  );
});

/** Opens the latest state of one session again and again, as `cox -c` does, each time for a prompt with these replies. */
const turnsOf = async (t: TestContext, prompts: readonly (readonly Reply[])[], bytes: number) => {
  const directory = temporaryFolder(t);
  const cwd = temporaryFolder(t);
  git(cwd, "init", "-q");
  let id: string | undefined;
  for (const replies of prompts) {
    const model = scriptedModel([...replies, "Done."]);
    const runtime = createRuntime({
      store: jsonlStore({ directory }),
      models: fixedModels(model),
      tools: [(workspace) => bashTool(workspace), (workspace) => writeTool(workspace)],
      policy: allowAll(),
      changes: folderScanners({ limits: { bytes } }),
    });
    const session = id === undefined ? await runtime.create({ cwd, model: model.info.reference }) : await runtime.open(id);
    id = session.id;
    await session.prompt("Go.").outcome;
    await runtime.close();
  }
  return { directory, cwd };
};

/** A command that writes other bytes each time. */
const fill = (number: number, size: number): Reply =>
  runs(`head -c ${size} /dev/zero | tr '\\0' '${String.fromCharCode(97 + number)}' > big`);

test("S2-35: the limit of stored bytes holds over all processes that continue a session", async (t) => {
  const limit = 50_000;
  const { directory } = await turnsOf(
    t,
    Array.from({ length: 12 }, (_, at) => [fill(at, 10_000)]),
    limit,
  );
  const stored = storedIn(directory);
  assert.ok(stored > limit / 3 && stored <= limit, `${stored} bytes`);
});
