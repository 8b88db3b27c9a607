import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Reply } from "../model/index.ts";
import { git, openFilesScene, runs, treeOf } from "../runtime/session-files.fixture.ts";
import { writeAll } from "../workspace/versions/scan.fixture.ts";

/** Folders that no undo changes. `build` and `logs` are ignored, and `logs` is over the limit at times. */
const APART = ["build", "build/deep", "build/venv", "logs", "node_modules", "node_modules/p", "d/node_modules"];
const apart = fc.tuple(fc.constantFrom(...APART), fc.constantFrom("x", "y")).map((parts) => parts.join("/"));
const digit = fc.nat(9);

const command = fc.oneof(
  fc.tuple(fc.constantFrom("a", "d/b", "new/c"), digit).map(([to, text]) => `mkdir -p $(dirname ${to}); echo ${text} > ${to}`),
  fc.constantFrom("a", "d/b").map((name) => `rm -f ${name}`),
  fc.tuple(apart, digit).map(([to, text]) => `mkdir -p $(dirname ${to}); echo ${text} > ${to}`),
  fc.tuple(apart, digit).map(([at, to]) => `mkdir -p $(dirname ${at}); ln -sfn ${to} ${at}`),
  apart.map((name) => `rm -rf ${name}`),
  fc.constantFrom(...APART).map((folder) => `rm -rf ${folder}`),
  fc.constant("mkdir -p logs; touch logs/$RANDOM logs/$RANDOM logs/$RANDOM"),
);

type Tree = Readonly<Record<string, string>>;

const isApart = (name: string): boolean => /^(?:build|logs|(?:d\/)?node_modules)\//.test(name);

const partOf = (tree: Tree, which: "apart" | "others"): Tree =>
  Object.fromEntries(Object.entries(tree).filter(([name]) => !name.endsWith("/") && isApart(name) === (which === "apart")));

test("S2-35: undo and redo never change ignored and heavy folders, name their changes, and restore the rest", async (t) => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(command, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 4 }), async (prompts) => {
      const script: Reply[] = prompts.flatMap((commands) => [...commands.map(runs), "Done."]);
      const files = { ".gitignore": "build/\nlogs/\nnode_modules/\n", a: "0", "d/b": "0" };
      const { session, root, runtime } = await openFilesScene(t, { files, script, limits: { ignoredEntries: 12 } });
      writeAll(root, { "build/x": "mine", "build/deep/x": "mine", "logs/x": "mine", "node_modules/p/x": "mine" });
      const first = treeOf(root);
      const status = (): string => git(root, "status", "--porcelain=v2", "--untracked-files=all");
      const statusBefore = status();
      const changed = new Set<string>();
      for (const _ of prompts) {
        const before = partOf(treeOf(root), "apart");
        await session.prompt("Go.").outcome;
        const after = partOf(treeOf(root), "apart");
        for (const name of Object.keys({ ...before, ...after })) if (before[name] !== after[name]) changed.add(name);
      }
      const last = treeOf(root);
      const named = (await session.files.changed()).map(({ path }) => path.slice(root.length + 1));
      for (const name of changed)
        assert.ok(
          named.some((one) => one === name || (one.endsWith("/") && name.startsWith(one))),
          `${name} in ${named.join(" ")}`,
        );
      let undone = 0;
      for (let plan = await session.files.planUndo(); plan !== undefined; plan = await session.files.planUndo()) {
        const { refused } = await session.files.restore(plan);
        assert.deepEqual(
          refused.filter(({ isIgnored }) => isIgnored !== true),
          [],
        );
        undone += 1;
      }
      assert.deepEqual(partOf(treeOf(root), "others"), partOf(first, "others"));
      assert.deepEqual(partOf(treeOf(root), "apart"), partOf(last, "apart"));
      assert.equal(status(), statusBefore);
      for (; undone > 0; undone--) {
        const plan = await session.files.planRedo();
        assert.ok(plan !== undefined);
        await session.files.restore(plan);
      }
      assert.deepEqual(partOf(treeOf(root), "others"), partOf(last, "others"));
      assert.deepEqual(partOf(treeOf(root), "apart"), partOf(last, "apart"));
      await runtime.close();
    }),
    { numRuns: 4 },
  );
});
