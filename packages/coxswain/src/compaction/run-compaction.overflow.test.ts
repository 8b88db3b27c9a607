import assert from "node:assert/strict";
import { test } from "node:test";
import { isMessage } from "../loop/index.ts";
import { ModelError } from "../model/index.ts";
import { transcript } from "../runtime/runtime.fixture.ts";
import { compactingScene, compactionsIn, SUMMARY, messagesIn } from "../runtime/compaction.fixture.ts";

const tooLong = { error: new ModelError("overflow", "The request is longer than it takes.", { status: 400 }) };

test("S0-56, P20: a request that is too long leaves no entry, the conversation is compacted, and the prompt is sent again", async () => {
  await using scene = await compactingScene({ replies: ["One. ".repeat(10_000), "Two.", tooLong, "Three."] });
  await scene.say("First", "Second");
  const outcome = await scene.session.prompt("Third").outcome;
  assert.equal(outcome.kind, "done");
  assert.equal(compactionsIn(scene.session.entries)[0]?.reason, "overflow");
  assert.deepEqual(
    scene.session.entries.filter(isMessage).filter(({ message }) => message.role === "assistant" && message.streamError !== undefined),
    [],
  );
  assert.deepEqual(messagesIn(scene.requests().at(-1) ?? assert.fail()).slice(1), ["user: Second", "assistant: Two.", "user: Third"]);
  assert.equal(transcript(scene.session).at(-1), "assistant: Three.");
  assert.deepEqual(await scene.compactionEvents(), ["start overflow", "end overflow"]);
});

test("P20, P21: recovers once in a run; if the request is too long again the run fails with advice", async () => {
  await using scene = await compactingScene({ replies: ["One.", "Two.", tooLong, tooLong, "Three."] });
  await scene.say("First", "Second");
  const outcome = await scene.session.prompt("Third").outcome;
  assert.ok(outcome.kind === "failed" && outcome.error.code === "overflow");
  assert.match(outcome.error.message, /still too long.*larger window/);
  assert.equal(scene.summaryRequests().length, 1);
});

test("P21: a failed summary ends the run with the reason, and leaves the history unchanged", async () => {
  const summaries = [{ error: new ModelError("quota", "No credit.") }];
  await using scene = await compactingScene({ replies: ["One.", "Two.", tooLong], summaries });
  await scene.say("First", "Second");
  const outcome = await scene.session.prompt("Third").outcome;
  assert.match(outcome.kind === "failed" ? outcome.error.message : "", /The compaction failed: No credit/);
  assert.equal(compactionsIn(scene.session.entries).length, 0);
});

test("P20: with nothing to compact the run fails with the original error", async () => {
  await using scene = await compactingScene({ replies: [tooLong] });
  const outcome = await scene.session.prompt("First").outcome;
  assert.ok(outcome.kind === "failed" && outcome.error.code === "overflow");
  assert.deepEqual(await scene.compactionEvents(), []);
});

test("P20: a rate limit that mentions tokens is not an overflow", async () => {
  const busy = { error: new ModelError("transient", "Too many tokens, please wait before trying again.") };
  await using scene = await compactingScene({ replies: ["One.", "Two.", busy], retry: { tries: 0 } });
  await scene.say("First", "Second", "Third");
  assert.equal(scene.summaryRequests().length, 0);
});

test("P20: an answer to input that exceeds the window is requested again after a compaction", async () => {
  const replies = ["One.", "Two.", { text: "Cut.", usage: { input: 9_000 } }, { text: "Whole.", usage: { input: 9_500 } }];
  await using scene = await compactingScene({ replies, scripted: { info: { contextWindow: 8_000 } } });
  await scene.say("First", "Second", "Third");
  assert.deepEqual(
    transcript(scene.session).filter((line) => line.startsWith("assistant")),
    ["assistant: One.", "assistant: Two.", "assistant: Whole."],
  );
});

test("P20: the usage and cost of a discarded answer are in the log, and count for the run's budget", async () => {
  const info = { contextWindow: 8_000, price: { input: 1, output: 1 } };
  const replies = ["One.", "Two.", { text: "Cut.", usage: { input: 9_000, output: 1_000 } }, { text: "Whole.", usage: { input: 100 } }];
  await using scene = await compactingScene({ replies, scripted: { info } });
  await scene.say("First", "Second");
  const before = scene.session.state;
  const run = scene.session.prompt("Third", { budget: { usd: 0.005 } });
  const outcome = await run.outcome;
  assert.deepEqual(outcome.kind === "limit" ? [outcome.limit.name, outcome.limit.quantity] : outcome.kind, ["budget", "usd"]);
  const discarded = scene.session.entries.find((entry) => entry.type === "response_discard");
  assert.deepEqual(discarded && [discarded.run, discarded.usage.input, discarded.usage.output, discarded.cost], [
    run.id,
    9_000,
    1_000,
    0.01,
  ]);
  assert.equal(scene.session.state.usage.total.input - before.usage.total.input >= 9_000, true);
  assert.equal(scene.session.state.cost - before.cost >= 0.01, true);
});

test("S2-11: with compaction off a request that is too long fails with advice", async () => {
  await using scene = await compactingScene({ replies: ["One.", "Two.", tooLong], compaction: { auto: "off" } });
  await scene.say("First", "Second");
  const outcome = await scene.session.prompt("Third").outcome;
  assert.match(outcome.kind === "failed" ? outcome.error.message : "", /Compact the conversation/);
  assert.equal(scene.summaryRequests().length, 0);
});

test("an abort during the compaction ends the run as aborted, and leaves the history unchanged", async () => {
  const summaries = [{ text: SUMMARY, hold: new Promise(() => {}) }];
  await using scene = await compactingScene({ replies: ["One.", "Two.", tooLong, "Three."], summaries });
  await scene.say("First", "Second");
  const begun = scene.until("compaction_start");
  const run = scene.session.prompt("Third");
  await begun;
  run.abort();
  assert.equal((await run.outcome).kind, "aborted");
  assert.equal(compactionsIn(scene.session.entries).length, 0);
  assert.deepEqual(await scene.compactionEvents(), ["start overflow", "aborted overflow"]);
});
