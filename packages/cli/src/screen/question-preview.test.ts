import assert from "node:assert/strict";
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import type { Question } from "coxswain";
import { questionPreview } from "./question-preview.ts";

const folderOf = (t: TestContext): string => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "cox-preview-")));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

const preview = (tool: string, path: string, input: object) =>
  questionPreview({
    id: "1",
    sessionId: "s",
    root: "s",
    tool,
    callId: "c",
    input: { path, ...input },
    requests: [{ tool, effect: "write", subject: path, inside: true }],
    reasons: [],
    offers: [],
  } satisfies Question);

/** The lines of a diff's only hunk. */
const changes = (diff = ""): readonly string[] => {
  const lines = diff.trimEnd().split("\n");
  return lines.slice(lines.findIndex((line) => line.startsWith("@@")) + 1);
};

test("an edit is a diff with the lines of the file around it", async (t) => {
  const path = join(folderOf(t), "a");
  writeFileSync(path, "1\n2\n3\n4\n5\n6\n7\n8\n9\n");
  const { diff } = await preview("edit", path, { oldText: "5\n", newText: "$& five\n" });
  assert.deepEqual(changes(diff), [" 2", " 3", " 4", "-5", "+$& five", " 6", " 7", " 8"]);
});

test("several edits, and the content of a new or an existing file, are diffs", async (t) => {
  const path = join(folderOf(t), "a");
  writeFileSync(path, "one\ntwo\n");
  const edits = [
    { oldText: "one", newText: "1" },
    { oldText: "two", newText: "2" },
  ];
  const changed = ["-one", "-two", "+1", "+2"];
  assert.deepEqual(changes((await preview("edit", path, { edits })).diff).slice(-4), changed);
  assert.deepEqual(changes((await preview("write", path, { content: "1\n2\n" })).diff).slice(-4), changed);
  assert.deepEqual(changes((await preview("write", join(path, "../new"), { content: "1\n" })).diff).slice(-1), ["+1"]);
});

test("an edit whose place is not certain is shown as its two strings", async (t) => {
  const path = join(folderOf(t), "a");
  writeFileSync(path, "same\nsame\n");
  for (const oldText of ["same", "missing"]) {
    const { diff, parts } = await preview("edit", path, { oldText, newText: "other" });
    assert.equal(diff, undefined);
    assert.deepEqual(
      parts.flatMap(({ lines }) => lines.map(({ mark, text }) => mark + text)),
      [`-${oldText}`, "+other"],
    );
  }
});

test("changes that the arguments do not show are those of the requests", async (t) => {
  const folder = folderOf(t);
  const change = (name: string): string => `--- ${name}\n+++ ${name}\n@@ -1,1 +1,1 @@\n-old\n+new\n`;
  const requests = ["a", "b"].map((name) => ({
    tool: "edit",
    effect: "write" as const,
    subject: join(folder, name),
    inside: true,
    preview: change(name),
  }));
  const asked: Question = { id: "1", sessionId: "s", root: "s", tool: "rename", callId: "c", input: {}, requests, reasons: [], offers: [] };
  const { diff, parts } = await questionPreview(asked);
  assert.equal(diff, `${change("a")}${change("b")}`);
  assert.deepEqual(
    parts.map(({ title, lines }) => [title, ...lines.map(({ mark, text }) => mark + text)]),
    [
      ["Changes of a:", " @@ -1,1 +1,1 @@", "-old", "+new"],
      ["Changes of b:", " @@ -1,1 +1,1 @@", "-old", "+new"],
    ],
  );
});
