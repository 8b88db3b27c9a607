import assert from "node:assert/strict";
import { test } from "node:test";
import { ModelError } from "../model/index.ts";
import { callSay, sayTool, transcript } from "../runtime/runtime.fixture.ts";
import { type CompactingScene, compactingScene, compactionsIn, SUMMARY } from "../runtime/compaction.fixture.ts";

const auto: CompactingScene = { scripted: { info: { contextWindow: 20_000 } }, compaction: { auto: "auto" } };
const used = (text: string, input: number) => ({ text, usage: { input } });
const full = [used("One.", 100), used("Two.", 16_001), used("Three.", 900)];
const held = { text: SUMMARY, hold: new Promise<void>(() => {}) };

test("S0-54, S2-09: compacts after a run that has filled the window, without another prompt", async () => {
  await using scene = await compactingScene({ ...auto, replies: full });
  await scene.say("First");
  assert.equal(scene.session.status, "idle");
  const ended = scene.until("compaction_end");
  await scene.say("Second");
  await ended;
  assert.deepEqual([compactionsIn(scene.session.entries).length, scene.summaryRequests().length], [1, 1]);
});

test("compacts nothing after a run with background: false, with advisory compaction, or when the run was not done", async () => {
  const limited = [{ ...(callSay("a") as object), usage: { input: 16_001 } }, used("Two.", 100)];
  for (const scene of [
    { ...auto, compaction: { auto: "auto", background: false }, replies: full },
    { ...auto, compaction: { auto: "advisory" }, replies: full },
    { ...auto, maxTurns: 1, tools: [sayTool()], replies: limited },
  ] as const) {
    await using opened = await compactingScene(scene);
    await opened.say("First");
    if (scene.replies === full) await opened.say("Second");
    assert.equal(opened.session.status, "idle");
    assert.equal(opened.summaryRequests().length, 0);
  }
});

test("the session of an agent is not compacted after its run", async () => {
  const spawning = sayTool({
    async run(_, context) {
      await (await context.spawn({})).prompt("Look.").outcome;
      return { content: [] };
    },
  });
  await using scene = await compactingScene({
    ...auto,
    tools: [spawning],
    replies: [callSay("a"), used("Far.", 16_001), used("Done.", 100)],
  });
  await scene.say("First");
  assert.equal(scene.session.status, "idle");
  assert.equal(scene.summaryRequests().length, 0);
});

test("an abort ends a background compaction, and the waiting prompt runs", async () => {
  await using scene = await compactingScene({ ...auto, replies: full, summaries: [held, held] });
  await scene.say("First");
  const asked = scene.asked();
  await scene.say("Second");
  await asked;
  const again = scene.asked();
  const third = scene.session.prompt("Third");
  scene.session.abort();
  scene.session.abort();
  // The window is still full: the run compacts before its request.
  await again;
  third.abort();
  assert.equal((await third.outcome).kind, "aborted");
  assert.equal(compactionsIn(scene.session.entries).length, 0);
  assert.equal(transcript(scene.session).at(-1), "user: Third");
});

test("closing a session aborts its background compaction", async () => {
  await using scene = await compactingScene({ ...auto, replies: full, summaries: [held] });
  await scene.say("First");
  const asked = scene.asked();
  await scene.say("Second");
  await asked;
  await scene.session.close();
  assert.deepEqual(await scene.compactionEvents(), ["start threshold", "aborted threshold"]);
});

test("a failed background compaction does not affect the session, and a manual one starts it again", async () => {
  const broken = { error: new ModelError("invalid", "No.") };
  await using scene = await compactingScene({ ...auto, replies: full, summaries: [broken, SUMMARY] });
  await scene.say("First");
  const ended = scene.until("compaction_end");
  await scene.say("Second");
  await ended;
  assert.equal((await scene.session.prompt("Third").outcome).kind, "done");
  assert.ok((await scene.session.compact()).summary.startsWith(SUMMARY));
});
