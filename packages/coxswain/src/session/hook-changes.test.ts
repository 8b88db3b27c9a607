import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { shellHook } from "../hooks/index.ts";
import { openFilesScene, runs, treeOf, writes } from "../runtime/session-files.fixture.ts";

type Scene = Awaited<ReturnType<typeof openFilesScene>>;

const undo = async ({ session }: Pick<Scene, "session">) => {
  const plan = await session.files.planUndo();
  assert.ok(plan !== undefined);
  return session.files.restore(plan);
};

const sources = async ({ session }: Pick<Scene, "session">): Promise<readonly string[]> => {
  const { runs: changed } = await session.files.history();
  return changed.flatMap(({ entries }) => entries.map(({ by }) => by.map(({ kind }) => kind).join(", ")));
};

for (const event of ["post_tool", "turn_end", "run_end"] as const) {
  test(`undo restores files that a formatter changed in a ${event} hook, and redo makes its changes again`, async (t) => {
    const scene = await openFilesScene(t, {
      files: { a: "0\n", other: "x\n" },
      script: [writes("a", "1\n"), runs("echo 2 >> a"), "Done."],
      hooks: [shellHook({ event, command: "echo formatted >> a; echo formatted > other; echo new > created" })],
    });
    const before = treeOf(scene.root);
    await scene.session.prompt("Go.").outcome;
    const after = treeOf(scene.root);
    assert.ok((await sources(scene)).includes("hook"));
    assert.deepEqual((await undo(scene)).refused, []);
    assert.deepEqual(treeOf(scene.root), before);
    const redo = await scene.session.files.planRedo();
    assert.ok(redo !== undefined);
    assert.deepEqual((await scene.session.files.restore(redo)).refused, []);
    assert.deepEqual(treeOf(scene.root), after);
  });
}

test("changes of hooks after a call that only read, and of hooks for other tools, are not the session's", async (t) => {
  const scene = await openFilesScene(t, {
    files: { a: "0" },
    script: [runs("cat a"), "Done.", writes("b", "1"), runs("cat a"), "Done."],
    hooks: [
      shellHook({ event: "post_tool", tools: ["bash"], command: "echo 1 >> audit" }),
      shellHook({ event: "pre_tool", command: "echo 1 >> before" }),
    ],
  });
  await scene.session.prompt("Read.").outcome;
  assert.deepEqual(await sources(scene), []);
  await scene.session.prompt("Change.").outcome;
  assert.deepEqual(await sources(scene), ["call"]);
  await undo(scene);
  assert.deepEqual([existsSync(scene.at("b")), existsSync(scene.at("audit")), existsSync(scene.at("before"))], [false, true, true]);
});

test("changes of a hook that an abort interrupts are recorded until the hook has ended", async (t) => {
  const begun = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const scene = await openFilesScene(t, {
    files: { a: "0" },
    script: [writes("a", "1"), "Done."],
    hooks: [
      {
        event: "post_tool",
        name: "formatter",
        run: async () => {
          begun.resolve();
          await release.promise;
          writeFileSync(scene.at("a"), "formatted");
        },
      },
    ],
  });
  const events = scene.session.events({ types: ["entry"] });
  const run = scene.session.prompt("Go.");
  await begun.promise;
  run.abort();
  assert.equal((await run.outcome).kind, "aborted");
  release.resolve();
  for await (const { entry } of events) if (entry.type === "file_change" && entry.found === "compared") break;
  assert.deepEqual((await undo(scene)).refused, []);
  assert.equal(readFileSync(scene.at("a"), "utf8"), "0");
});
