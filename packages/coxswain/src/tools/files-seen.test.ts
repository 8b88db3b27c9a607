import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { preservedFiles, filesTouched } from "./files-seen.ts";
import { toolbox } from "./tool-context.fixture.ts";

test("a compaction preserves the names of files that were read and of files that were changed, latest last", async (t) => {
  const box = await toolbox(t);
  for (const name of ["a.txt", "b.txt"]) await writeFile(join(box.root, name), "one\n");
  await box.read({ path: "b.txt" });
  await box.read({ path: "a.txt" });
  await box.edit({ path: "b.txt", oldText: "one", newText: "two" });
  await box.read({ path: "b.txt" });
  await box.write({ path: "c.txt", content: "new\n" });
  const carried = preservedFiles(
    box.workspace,
    box.entries().reduce((state, entry) => filesTouched.apply(state, entry), filesTouched.initial),
  );
  assert.deepEqual(carried, {
    name: "files",
    text: "Files that you have changed:\n- b.txt\n- c.txt\nFiles that you have read and not changed:\n- a.txt",
  });
});

test("without files a compaction preserves no section", async (t) => {
  const { workspace } = await toolbox(t);
  assert.equal(preservedFiles(workspace, {}), undefined);
});

test("lists the latest of many files and counts the others", async (t) => {
  const { workspace } = await toolbox(t);
  const touched = Object.fromEntries(Array.from({ length: 250 }, (_, at) => [`/elsewhere/${at}`, "read" as const]));
  const lines = preservedFiles(workspace, touched)?.text.split("\n") ?? [];
  assert.deepEqual([lines.length, lines[1], lines.at(-1)], [102, "- (150 before these)", "- /elsewhere/249"]);
});
