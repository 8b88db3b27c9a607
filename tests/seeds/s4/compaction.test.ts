// S4: compaction.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ModelError, type Reply, textOf } from "coxswain";
import { type BusEvent, busOf } from "coxswain/facades";
import { NothingToCompactError } from "coxswain/session";
import { collect, say, SUMMARY, summarizing, transcript } from "../scene.ts";
import { namedModel, openOrchestrator } from "./stage.ts";

const TRIO = ["compaction_started", "compaction_completed", "compaction_failed"] as const;
const SETUP = { compaction: { keepTokens: 0 } } as const;

const typesOf = (events: readonly BusEvent[]): string[] => events.map(({ type }) => type);

const openScene = async (replies: readonly Reply[] = ["One.", "Two."], others: Parameters<typeof openOrchestrator>[0] = {}) => {
  const scene = await openOrchestrator({ script: summarizing(replies), setup: SETUP, tools: [say()], ...others });
  return { ...scene, events: collect(busOf(scene.runtime).subscribe({ types: TRIO })) };
};

test("S4-23, S4-25, S4-26: summarizes the conversation in one request without tools, and emits events before and after it", async () => {
  await using scene = await openScene();
  await scene.agent.send(scene.id, "first");
  await scene.agent.send(scene.id, "second");
  const marker = await scene.agent.compact(scene.id);
  assert.equal(marker.summary, SUMMARY);
  assert.ok(scene.session.entries.some(({ id, type }) => id === marker.id && type === "compaction"));
  const request = scene.model.requests.at(-1);
  assert.deepEqual(request?.tools, []);
  await scene.agent.close();
  const emitted = await scene.events;
  assert.deepEqual(typesOf(emitted), ["compaction_started", "compaction_completed"]);
  assert.equal(emitted[1]?.type === "compaction_completed" && emitted[1].marker.id, marker.id);
});

test("S4-19, S4-24: rejects a compaction of fewer than four messages since the last one, without events", async () => {
  await using scene = await openScene();
  for (const text of ["first", "second"]) {
    await scene.agent.send(scene.id, text);
    await assert.rejects(scene.agent.compact(scene.id), NothingToCompactError);
    await scene.agent.injectMessage("deploy", scene.id, "assistant", "The third.");
    await assert.rejects(scene.agent.compact(scene.id), NothingToCompactError);
    await scene.agent.injectMessage("deploy", scene.id, "assistant", "The fourth.");
    await scene.agent.compact(scene.id);
    await assert.rejects(scene.agent.compact(scene.id), { code: "nothing_to_compact" });
  }
  await scene.agent.close();
  const completed = ["compaction_started", "compaction_completed"];
  assert.deepEqual(typesOf(await scene.events), [...completed, ...completed]);
});

test("S4-23: a second compaction updates the summary of the first", async () => {
  await using scene = await openScene(["One.", "Two.", "Three.", "Four."]);
  for (const texts of [
    ["first", "second"],
    ["third", "fourth"],
  ]) {
    for (const text of texts) await scene.agent.send(scene.id, text);
    await scene.agent.compact(scene.id);
  }
  const asked = scene.model.requests.at(-1)?.messages.map(textOf).join("") ?? "";
  assert.ok(asked.includes("Counting.") && asked.includes("third") && !asked.includes("second"));
});

test("S4-25: a failed summary emits compaction_failed and leaves the conversation unchanged", async () => {
  await using scene = await openScene(undefined, {
    script: ({ system }) => (system[0]?.startsWith("You write summaries") === true ? { error: new ModelError("invalid", "No.") } : "Yes."),
  });
  await scene.agent.send(scene.id, "first");
  await scene.agent.send(scene.id, "second");
  const before = transcript(scene.session);
  await assert.rejects(scene.agent.compact(scene.id), ModelError);
  await scene.agent.close();
  const emitted = await scene.events;
  assert.deepEqual(typesOf(emitted), ["compaction_started", "compaction_failed"]);
  assert.equal(emitted[1]?.type === "compaction_failed" && emitted[1].error.code, "invalid");
  assert.deepEqual(transcript(scene.session), before);
});

test("S4-25: an aborted compaction emits compaction_failed", async () => {
  await using scene = await openScene(undefined, {
    script: ({ system }) =>
      system[0]?.startsWith("You write summaries") === true ? { text: SUMMARY, hold: new Promise(() => {}) } : "Yes.",
  });
  for (const text of ["first", "second"]) await scene.agent.send(scene.id, text);
  const started = scene.session.events({ types: ["compaction_start"] });
  const compacted = scene.agent.compact(scene.id);
  await started.next();
  scene.session.abort();
  await assert.rejects(compacted, { code: "aborted" });
  await scene.agent.close();
  assert.deepEqual(typesOf(await scene.events), ["compaction_started", "compaction_failed"]);
});

test("S4-11: a send during a compaction runs after it", async () => {
  const hold = Promise.withResolvers<void>();
  await using scene = await openScene(undefined, {
    script: ({ system }) => (system[0]?.startsWith("You write summaries") === true ? { text: SUMMARY, hold: hold.promise } : "Yes."),
  });
  for (const text of ["first", "second"]) await scene.agent.send(scene.id, text);
  const order = scene.runtime.events({ types: ["run_start", "compaction_start", "compaction_end"] });
  const compacted = scene.agent.compact(scene.id);
  while (scene.model.requests.length < 3) await new Promise((resolve) => setImmediate(resolve));
  const sent = scene.agent.send(scene.id, "third");
  hold.resolve();
  await Promise.all([compacted, sent]);
  await scene.agent.close();
  assert.deepEqual(
    (await collect(order)).map(({ type }) => type),
    ["compaction_start", "compaction_end", "run_start"],
  );
});

test("S4-11: a compaction requested during a run starts after it", async () => {
  const hold = Promise.withResolvers<void>();
  await using scene = await openScene(["One.", { text: "Two.", hold: hold.promise }]);
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

test("S4-48: maxTokens limits a summary's tokens, and 0 or no value means 1,024", async () => {
  for (const [maxTokens, expected] of [
    [300, 300],
    [0, 1_024],
    [undefined, 1_024],
  ] as const) {
    const setup = { compaction: { keepTokens: 0, ...(maxTokens === undefined ? {} : { maxTokens }) } };
    await using scene = await openScene(undefined, { setup });
    await scene.agent.send(scene.id, "first");
    await scene.agent.send(scene.id, "second");
    await scene.agent.compact(scene.id);
    assert.equal(scene.model.requests.at(-1)?.maxOutputTokens, expected);
  }
});

test("S4-53, S4-55: requests a compaction once for each crossing of the threshold, without compacting", async () => {
  const used = (percent: number): Reply => ({ text: "Done.", usage: { input: percent * 2_000 } });
  await using scene = await openOrchestrator({
    script: [used(79), used(80), used(85), used(60), used(82)],
    info: { contextWindow: 200_000 },
    setup: { compaction: { advisePercent: 80 } },
  });
  const emitted = collect(busOf(scene.runtime).subscribe({ types: ["compaction_requested", ...TRIO] }));
  for (let sends = 0; sends < 5; sends += 1) await scene.agent.send(scene.id, "go");
  await scene.agent.close();
  assert.deepEqual(
    (await emitted).map((event) => (event.type === "compaction_requested" ? `${event.source} ${event.percent}` : event.type)),
    ["threshold 80", "threshold 82"],
  );
});

test("S4-54: requests no compaction for an advisePercent outside 1 to 99", async () => {
  for (const advisePercent of [0, 100, -1]) {
    await using scene = await openOrchestrator({
      script: [{ text: "Done.", usage: { input: 200_000 } }],
      info: { contextWindow: 200_000 },
      setup: { compaction: { advisePercent } },
    });
    const emitted = collect(busOf(scene.runtime).subscribe({ types: ["compaction_requested"] }));
    await scene.agent.send(scene.id, "go");
    await scene.agent.close();
    assert.deepEqual(await emitted, []);
  }
});

test("S4-54: requests a compaction at 80 percent by default", async () => {
  for (const [input, expected] of [
    [159_000, []],
    [160_000, [80]],
  ] as const) {
    await using scene = await openOrchestrator({ script: [{ text: "Done.", usage: { input } }], info: { contextWindow: 200_000 } });
    const emitted = collect(busOf(scene.runtime).subscribe({ types: ["compaction_requested"] }));
    await scene.agent.send(scene.id, "go");
    await scene.agent.close();
    assert.deepEqual(
      (await emitted).map(({ percent }) => percent),
      expected,
    );
  }
});

test("S4-60: a newly set model writes the summary", async () => {
  const other = namedModel("other", SUMMARY);
  await using scene = await openScene(undefined, { others: [other] });
  await scene.agent.send(scene.id, "first");
  await scene.agent.send(scene.id, "second");
  await scene.agent.setModel("test/other");
  assert.equal((await scene.agent.compact(scene.id)).model, "test/other");
});
