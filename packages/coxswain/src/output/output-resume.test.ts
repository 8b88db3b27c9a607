import assert from "node:assert/strict";
import { test } from "node:test";
import type { CompactionEntry } from "../context/index.ts";
import type { Entry, Store } from "../log/index.ts";
import { isMessage } from "../loop/index.ts";
import { type Script, textOf } from "../model/index.ts";
import { messagesOf, openScene, callSay, sayTool } from "../runtime/runtime.fixture.ts";
import { compactingScene } from "../runtime/compaction.fixture.ts";
import { reopen, storeCutAt, storedIn } from "../runtime/crash.fixture.ts";

const schema = { type: "array", items: { type: "integer" } };

/** Yields the stores of a session killed after each entry of a run, with the run's entries up to there. */
async function* killedAtEach(
  script: Script,
): AsyncGenerator<{ readonly id: string; readonly store: Store; readonly left: readonly Entry[] }> {
  await using scene = await openScene({ script });
  const { id } = scene.session;
  await scene.session.prompt("Count.", { id: "count", output: { schema } }).outcome;
  const entries = await storedIn(scene.store, id);
  const firstMessage = entries.findIndex(isMessage) + 1;
  for (let length = firstMessage; length < entries.length; length += 1) {
    yield { id, store: await storeCutAt(scene.store, id, length), left: entries.slice(0, length) };
  }
}

const countOutputMessages = (entries: readonly Entry[]): number =>
  entries.filter((entry) => isMessage(entry) && entry.message.role === "user" && entry.message.source === "output").length;

const countAnswers = (entries: readonly Entry[]): number =>
  entries.filter((entry) => isMessage(entry) && entry.message.role === "assistant").length;

test("S0-76: a run that crashed during its repairs resumes with the remaining repairs, and sends the schema once", async () => {
  let cuts = 0;
  for await (const { id, store, left } of killedAtEach(["one", "two", "[3]"])) {
    cuts += 1;
    const answers: Script = ["one", "two", "[3]"].slice(countAnswers(left));
    await using cut = await reopen(store, id, { script: answers });
    const outcome = await cut.session.resume()?.outcome;
    assert.deepEqual(outcome?.kind === "done" && outcome.output, [3], `cut after ${left.length} entries`);
    assert.equal(countOutputMessages(cut.session.entries), 3);
    const forms = messagesOf(cut.session).filter((message) => textOf(message).includes(JSON.stringify(schema)));
    assert.equal(forms.length, 1);
  }
  assert.ok(cuts >= 6);
});

test("a crash does not add repair attempts", async () => {
  for await (const { id, store, left } of killedAtEach(["one", "two", "three"])) {
    await using cut = await reopen(store, id, { script: ["one", "two", "three", "four"].slice(countAnswers(left)) });
    const outcome = await cut.session.resume()?.outcome;
    assert.equal(outcome?.kind === "failed" && outcome.error.code, "output_invalid");
    assert.equal(countAnswers(cut.session.entries), 3);
  }
});

test("a repeated prompt with the id of a finished run returns that run's output", async () => {
  await using scene = await openScene({ script: ["[1]"] });
  await scene.session.prompt("Count.", { id: "count", output: { schema } }).outcome;
  await using later = await reopen(await storeCutAt(scene.store, scene.session.id), scene.session.id);
  const outcome = await later.session.prompt("Count.", { id: "count" }).outcome;
  assert.deepEqual(outcome.kind === "done" && outcome.output, [1]);
});

test("a run that gets a schema when it resumes sends the schema then", async () => {
  await using scene = await openScene({ script: ["words"] });
  const { id } = scene.session;
  await scene.session.prompt("Count.", { id: "count" }).outcome;
  const entries = await storedIn(scene.store, id);
  const store = await storeCutAt(scene.store, id, entries.findLastIndex(isMessage) + 1);
  await using cut = await reopen(store, id, { script: ["[1]"] });
  const outcome = await cut.session.resume({ output: { schema } })?.outcome;
  assert.deepEqual(outcome?.kind === "done" && outcome.output, [1]);
  assert.equal(countOutputMessages(cut.session.entries), 1);
});

test("decision 7: a compaction during the run preserves the schema word for word", async () => {
  await using scene = await compactingScene({
    tools: [sayTool()],
    replies: (_, turn) => {
      if (turn < 4) return callSay(`step ${turn}`);
      if (turn === 4) void scene.session.compact().catch(() => undefined);
      return turn === 4 ? callSay("on") : "[4]";
    },
  });
  const outcome = await scene.session.prompt("Count.", { output: { schema } }).outcome;
  assert.deepEqual(outcome.kind === "done" && outcome.output, [4]);
  const compaction = scene.session.entries.find((entry): entry is CompactionEntry => entry.type === "compaction");
  const preserved = compaction?.preserved.find(({ name }) => name === "output");
  assert.ok(preserved?.text.includes(JSON.stringify(schema)));

  await scene.session.prompt("Talk.").outcome;
  await scene.session.prompt("And on.").outcome;
  await scene.session.compact();
  const last = scene.session.entries.findLast((entry): entry is CompactionEntry => entry.type === "compaction");
  assert.equal(
    last?.preserved.some(({ name }) => name === "output"),
    false,
  );
});
