import assert from "node:assert/strict";
import { appendFileSync } from "node:fs";
import { test } from "node:test";
import { git, openFilesScene, runs, treeOf } from "../runtime/session-files.fixture.ts";

/** A text file, one with CRLF, or a binary one. */
const contentOf = (index: number): string => [`line ${index}\n`, `line ${index}\r\n`, `\u0000\u0001${index}`][index % 3] ?? "";

for (const plain of [false, true]) {
  const where = plain ? "a plain folder" : "a git repository";
  test(`among 10,000 files in ${where}, undo and redo of commands over a thousand of them restore every byte but the user's`, async (t) => {
    const files = Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`d${at % 100}/${at}`, contentOf(at)]));
    const commands = [
      "for d in d1*; do for f in $d/*; do echo more >> $f; done; done",
      "rm -r d2*; mkdir new; for i in $(seq 1000); do echo $i > new/$i; done",
      "mv d30 moved; chmod +x d4*/*; for f in d5/*; do ln -sf ../d6/6 $f; done; mv d7/7 d7/x; mv d7/x d7/SEVEN",
    ];
    const { session, root, at } = await openFilesScene(t, {
      files,
      script: commands.flatMap((one) => [runs(one), "Done."]),
      repository: !plain,
    });
    const status = (): string => (plain ? "" : git(root, "status", "--porcelain=v2"));
    const states = [{ tree: treeOf(root), status: status() }];
    for (const _ of commands) {
      assert.equal((await session.prompt("Go.").outcome).kind, "done");
      states.push({ tree: treeOf(root), status: status() });
    }
    // Files of the user that no command touched.
    appendFileSync(at("d80/80"), "mine\n");
    const withMine = ({ tree }: { readonly tree: ReturnType<typeof treeOf> }): ReturnType<typeof treeOf> => ({
      ...tree,
      "d80/80": treeOf(root)["d80/80"] ?? "",
    });
    for (const before of [2, 1, 0]) {
      const plan = await session.files.planUndo();
      assert.ok(plan !== undefined);
      assert.deepEqual((await session.files.restore(plan)).refused, []);
      const expected = states[before];
      assert.ok(expected !== undefined);
      assert.deepEqual(treeOf(root), withMine(expected));
    }
    for (const after of [1, 2, 3]) {
      const plan = await session.files.planRedo();
      assert.ok(plan !== undefined);
      assert.deepEqual((await session.files.restore(plan)).refused, []);
      const expected = states[after];
      assert.ok(expected !== undefined);
      assert.deepEqual(treeOf(root), withMine(expected));
    }
  });
}
