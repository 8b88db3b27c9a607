// S4: a summary in the place of what was said.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ModelError, type Reply } from "coxswain";
import { type BusEvent, busOf } from "coxswain/facades";
import { NothingToCompactError } from "coxswain/session";
import { collect, say, SUMMARY, summarizing, transcript } from "../scene.ts";
import { namedModel, openOrchestrator } from "./stage.ts";

const TRIO = ["compaction_started", "compaction_completed", "compaction_failed"] as const;
const SETUP = { compaction: { keepTokens: 0 } } as const;

const typesOf = (events: readonly BusEvent[]): string[] => events.map(({ type }) => type);

const opened = async (replies: readonly Reply[] = ["One.", "Two."], others: Parameters<typeof openOrchestrator>[0] = {}) => {
  const scene = await openOrchestrator({ script: summarizing(replies), setup: SETUP, tools: [say()], ...others });
  return { ...scene, told: collect(busOf(scene.runtime).subscribe({ types: TRIO })) };
};

test("S4-23, S4-25, S4-26: the conversation is summarised in one request without tools, and that is told before and after it", async () => {
  await using scene = await opened();
  await scene.agent.send(scene.id, "first");
  await scene.agent.send(scene.id, "second");
  const marker = await scene.agent.compact(scene.id);
  assert.equal(marker.summary, SUMMARY);
  assert.ok(scene.session.entries.some(({ id, type }) => id === marker.id && type === "compaction"));
  const asked = scene.model.requests.at(-1);
  assert.deepEqual(asked?.tools, []);
  await scene.agent.close();
  const told = await scene.told;
  assert.deepEqual(typesOf(told), ["compaction_started", "compaction_completed"]);
  assert.equal(told[1]?.type === "compaction_completed" && told[1].marker.id, marker.id);
});

test("S4-19, S4-24: fewer than four messages since the last one are nothing to compact, and nothing is told", async () => {
  await using scene = await opened();
  await scene.agent.send(scene.id, "first");
  await assert.rejects(scene.agent.compact(scene.id), NothingToCompactError);
  await scene.agent.injectMessage("deploy", scene.id, "assistant", "The third.");
  await assert.rejects(scene.agent.compact(scene.id), NothingToCompactError);
  await scene.agent.injectMessage("deploy", scene.id, "assistant", "The fourth.");
  await scene.agent.compact(scene.id);
  await assert.rejects(scene.agent.compact(scene.id), { code: "nothing_to_compact" });
  await scene.agent.close();
  assert.deepEqual(typesOf(await scene.told), ["compaction_started", "compaction_completed"]);
});

test("S4-25: a summary that cannot be made is told as failed, and the conversation is as it was", async () => {
  await using scene = await opened(undefined, {
    script: ({ system }) => (system[0]?.startsWith("You write summaries") === true ? { error: new ModelError("invalid", "No.") } : "Yes."),
  });
  await scene.agent.send(scene.id, "first");
  await scene.agent.send(scene.id, "second");
  const before = transcript(scene.session);
  await assert.rejects(scene.agent.compact(scene.id), ModelError);
  await scene.agent.close();
  const told = await scene.told;
  assert.deepEqual(typesOf(told), ["compaction_started", "compaction_failed"]);
  assert.equal(told[1]?.type === "compaction_failed" && told[1].error.code, "invalid");
  assert.deepEqual(transcript(scene.session), before);
});

test("S4-11: a compaction that is asked for while a send goes on does not run beside it", async () => {
  const hold = Promise.withResolvers<void>();
  await using scene = await opened(["One.", { text: "Two.", hold: hold.promise }]);
  await scene.agent.send(scene.id, "first");
  const order = scene.runtime.events({ types: ["run_start", "run_end", "compaction_start", "compaction_end"] });
  const sent = scene.agent.send(scene.id, "second");
  while (scene.model.requests.length < 2) await new Promise((resolve) => setImmediate(resolve));
  const compacted = scene.agent.compact(scene.id);
  hold.resolve();
  await Promise.all([sent, compacted]);
  await scene.agent.close();
  assert.deepEqual(
    (await collect(order)).map(({ type }) => type),
    ["run_start", "run_end", "compaction_start", "compaction_end"],
  );
});

test("S4-48: a summary may have so many tokens as is said, and 1,024 where that is 0", async () => {
  for (const [maxTokens, most] of [
    [300, 300],
    [0, 1_024],
  ] as const) {
    await using scene = await opened(undefined, { setup: { compaction: { keepTokens: 0, maxTokens } } });
    await scene.agent.send(scene.id, "first");
    await scene.agent.send(scene.id, "second");
    await scene.agent.compact(scene.id);
    assert.equal(scene.model.requests.at(-1)?.maxOutputTokens, most);
  }
});

test("S4-53, S4-55: at the threshold a compaction is advised, once for each crossing, and nothing is compacted", async () => {
  const used = (percent: number): Reply => ({ text: "Done.", usage: { input: percent * 2_000 } });
  await using scene = await openOrchestrator({
    script: [used(79), used(81), used(85), used(60), used(82)],
    info: { contextWindow: 200_000 },
    setup: { compaction: { advisePercent: 80 } },
  });
  const told = collect(busOf(scene.runtime).subscribe({ types: ["compaction_requested", ...TRIO] }));
  for (let sends = 0; sends < 5; sends += 1) await scene.agent.send(scene.id, "go");
  await scene.agent.close();
  assert.deepEqual(
    (await told).map((event) => (event.type === "compaction_requested" ? `${event.source} ${event.percent}` : event.type)),
    ["threshold 81", "threshold 82"],
  );
});

test("S4-54: 0, and what is no percentage, advises nothing", async () => {
  for (const advisePercent of [0, 100, -1]) {
    await using scene = await openOrchestrator({
      script: [{ text: "Done.", usage: { input: 190_000 } }],
      info: { contextWindow: 200_000 },
      setup: { compaction: { advisePercent } },
    });
    const told = collect(busOf(scene.runtime).subscribe({ types: ["compaction_requested"] }));
    await scene.agent.send(scene.id, "go");
    await scene.agent.close();
    assert.deepEqual(await told, []);
  }
});

test("S4-60: after another model was set, it is the one that summarises", async () => {
  const other = namedModel("other", SUMMARY);
  await using scene = await opened(undefined, { others: [other] });
  await scene.agent.send(scene.id, "first");
  await scene.agent.send(scene.id, "second");
  await scene.agent.setModel("test/other");
  assert.equal((await scene.agent.compact(scene.id)).model, "test/other");
});
