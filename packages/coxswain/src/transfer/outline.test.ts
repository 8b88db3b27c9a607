import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { outlineOf } from "./outline.ts";
import { anyLog, assistant, HEADER, logOf, moveLeaf, result, setup, sourceOf, user } from "./sessions.fixture.ts";

const placesOf = async (outline: Awaited<ReturnType<typeof outlineOf>>) => {
  const found: { readonly id: string; readonly part: number; readonly active: boolean }[] = [];
  for await (const { entry, segment } of outline.entries()) found.push({ id: entry.id, part: segment.number, active: segment.active });
  return found;
};

test("a session without a fork is one segment", async () => {
  const log = await logOf([setup("A title"), user("Do it."), assistant("Done."), result("c")]);
  const outline = await outlineOf(sourceOf(log));
  assert.deepEqual(outline.segments, [{ number: 0, parent: undefined, depth: 0, active: true, words: "Do it." }]);
  assert.deepEqual([outline.title, outline.models, outline.messages, outline.cost], ["A title", ["acme/large"], 3, 0.01]);
});

test("a fork ends a segment, and each branch is another one", async () => {
  const log = await logOf([setup(), user("One."), assistant("Yes.")]);
  await moveLeaf(log, "e1");
  await log.append(assistant("No."));
  const { segments } = await outlineOf(sourceOf(log));
  assert.deepEqual(segments, [
    { number: 0, parent: undefined, depth: 0, active: true, words: "One." },
    { number: 1, parent: 0, depth: 1, active: false, words: "Yes." },
    { number: 2, parent: 0, depth: 1, active: true, words: "No." },
  ]);
});

test("for any log, the active segments contain the log's path, and each segment follows its parent", async () => {
  await fc.assert(
    fc.asyncProperty(anyLog, async (making) => {
      const log = await making;
      const outline = await outlineOf(sourceOf(log));
      const places = await placesOf(outline);
      assert.deepEqual(
        places.filter(({ active }) => active).map(({ id }) => id),
        log.path.entries.map(({ id }) => id),
      );
      assert.deepEqual(
        places.map(({ id }) => id),
        log.entries.filter(({ type }) => type !== "leaf").map(({ id }) => id),
      );
      for (const { number, parent, depth } of outline.segments) {
        assert.ok(parent === undefined ? depth === 0 : parent < number && outline.segments[parent]?.depth === depth - 1);
      }
    }),
  );
});

test("L6: in a log with duplicate ids, lost parents and lost leaves, each entry appears once", async () => {
  const entry = (seq: number, id: string, parent: string | null) => ({ seq, id, parent, at: seq, type: "note" });
  const lostLeaf = { ...entry(3, "l", "b"), type: "leaf", to: "gone" };
  const entries = [entry(0, "a", null), entry(1, "b", "gone"), entry(2, "a", "b"), lostLeaf, entry(4, "c", null)];
  const log = { header: HEADER, entries };
  assert.deepEqual(await placesOf(await outlineOf(sourceOf(log))), [
    { id: "a", part: 0, active: true },
    { id: "b", part: 0, active: true },
    { id: "c", part: 0, active: true },
  ]);
});

test("a plugin that wrote an answer is not a model, and its answer costs nothing", async () => {
  const answer = assistant("Green.");
  const written = { ...answer, message: { ...answer.message, source: "plugin:deploy", model: "acme/other" } };
  const outline = await outlineOf(sourceOf(await logOf([user("Go."), answer, written])));
  assert.deepEqual([outline.models, outline.messages, outline.cost], [["acme/large"], 3, 0.01]);
});
