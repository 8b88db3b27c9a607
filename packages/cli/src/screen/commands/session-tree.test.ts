import assert from "node:assert/strict";
import { test } from "node:test";
import { allowAll, type AnyEntry, createRuntime, fixedModels, memoryStore, scriptedModel, type Session } from "coxswain";
import fc from "fast-check";
import { treePoints } from "./session-tree.ts";

const openSession = async (answers: readonly string[]) => {
  const model = scriptedModel(answers);
  const runtime = createRuntime({ store: memoryStore(), models: fixedModels(model), policy: allowAll() });
  const session = await runtime.create({ model: model.info.reference, cwd: "/" });
  return { session, [Symbol.asyncDispose]: () => runtime.close() };
};

const pointsOf = async (session: Session) => {
  const entries: AnyEntry[] = [];
  for await (const { entry } of session.events({ after: -1, live: false, types: ["entry"] })) entries.push(entry);
  return treePoints(entries, session.state);
};

const linesOf = async (session: Session): Promise<readonly string[]> =>
  (await pointsOf(session)).map(
    ({ depth, kind, text, isActive, isCurrent }) =>
      `${"  ".repeat(depth)}${kind === "prompt" ? "> " : ""}${text}${isActive ? " *" : ""}${isCurrent ? " here" : ""}`,
  );

test("a conversation without branches is one list, whose last point is the current one", async () => {
  await using scene = await openSession(["One.", "Two."]);
  await scene.session.prompt("first").outcome;
  await scene.session.prompt("second").outcome;
  assert.deepEqual(await linesOf(scene.session), ["> first *", "One. *", "> second *", "Two. * here"]);
});

test("both branches are shown after going back before a prompt, and no run is left interrupted", async () => {
  await using scene = await openSession(["One.", "Two.", "Three."]);
  const { session } = scene;
  await session.prompt("first").outcome;
  await session.prompt("second").outcome;
  const second = (await pointsOf(session)).find(({ text }) => text === "second");
  await session.fork(second?.target ?? null, { into: "here" });
  assert.equal(session.entries.at(-1)?.type, "run_end");
  assert.equal(session.state.interrupted, undefined);
  await session.prompt("other").outcome;
  assert.deepEqual(await linesOf(session), ["> first *", "One. *", "  > second", "  Two.", "  > other *", "  Three. * here"]);
});

test("going back to an answer continues after its run, which is not interrupted", async () => {
  await using scene = await openSession(["One.", "Two."]);
  const { session } = scene;
  await session.prompt("first").outcome;
  await session.prompt("second").outcome;
  const answer = (await pointsOf(session)).find(({ text }) => text === "One.");
  await session.fork(answer?.target ?? null, { into: "here" });
  assert.equal(session.state.interrupted, undefined);
  assert.deepEqual(await linesOf(session), ["> first *", "One. * here", "> second", "Two."]);
});

test("going back before the first prompt leaves an empty conversation", async () => {
  await using scene = await openSession(["One."]);
  const { session } = scene;
  await session.prompt("first").outcome;
  const [first] = await pointsOf(session);
  await session.fork(first?.target ?? null, { into: "here" });
  assert.equal(session.state.messages, 0);
  assert.deepEqual(await linesOf(session), ["> first", "One."]);
});

const entry = (at: number, parent: number | null): AnyEntry => ({
  seq: at,
  id: `e${at}`,
  parent: parent === null ? null : `e${parent}`,
  at: 0,
  type: "message",
  message: { role: "user", content: [{ type: "text", text: `e${at}` }] },
});

test("each message of any tree is shown once, after the message above it", () => {
  const parents = fc.array(fc.option(fc.nat(), { nil: null }), { maxLength: 60 });
  fc.assert(
    fc.property(parents, (choices) => {
      const entries = choices.map((choice, at) => entry(at, choice === null || at === 0 ? null : choice % at));
      const points = treePoints(entries, { leaf: entries.at(-1)?.id ?? null, labels: {} });
      assert.equal(points.length, entries.length);
      const order = new Map(points.map(({ id }, at) => [id, at]));
      for (const { id, parent } of entries) if (parent !== null) assert.ok((order.get(parent) ?? 0) < (order.get(id) ?? 0));
      assert.equal(points.filter(({ isCurrent }) => isCurrent).length, Math.min(1, entries.length));
    }),
  );
});

test("a conversation of 50,000 messages is read without recursion", () => {
  const entries = Array.from({ length: 50_000 }, (_, at) => entry(at, at === 0 ? null : at - 1));
  const points = treePoints(entries, { leaf: "e49999", labels: { e7: "seven" } });
  assert.equal(points.length, 50_000);
  assert.equal(points.at(-1)?.isCurrent, true);
  assert.equal(points[7]?.label, "seven");
});
