import assert from "node:assert/strict";
import { test } from "node:test";
import { textResult } from "../loop/index.ts";
import { ModelError } from "../model/index.ts";
import { collect, callSay, sayTool, transcript, typesOf } from "../runtime/runtime.fixture.ts";
import { type CompactingScene, compactingScene, compactionsIn, SUMMARY, messagesIn } from "../runtime/compaction.fixture.ts";

const WINDOW = 20_000;
const small = { info: { contextWindow: WINDOW } };
const auto: CompactingScene = { scripted: small, compaction: { auto: "auto" } };
const used = (text: string, input: number) => ({ text, usage: { input } });

test("S0-05, S0-54, S2-08, S2-09, S2-26: compacts before the next request when less than a fifth of the window remains", async () => {
  await using scene = await compactingScene({ ...auto, replies: [used("One.", 100), used("Two.", 16_001), used("Three.", 900)] });
  await scene.say("First", "Second", "Third");
  assert.match(messagesIn(scene.requests()[2] ?? assert.fail())[0] ?? "", /The earlier part/);
  assert.equal(compactionsIn(scene.session.entries)[0]?.reason, "threshold");
  assert.deepEqual(await scene.compactionEvents(), ["start threshold", "end threshold"]);
});

test("S2-26: during a run, compacts before the next turn, and the run continues", async () => {
  const replies = [used("One.", 100), { ...(callSay("a") as object), usage: { input: 17_000 } }, used("Done.", 900)];
  await using scene = await compactingScene({ ...auto, replies, tools: [sayTool()] });
  await scene.say("First");
  const events = await collect(scene.session.prompt("Second"));
  const types = typesOf(events).filter((type) => ["turn_start", "turn_end", "compaction_start", "compaction_end"].includes(type));
  assert.deepEqual(types, ["turn_start", "turn_end", "turn_start", "compaction_start", "compaction_end", "turn_end"]);
  assert.equal(transcript(scene.session).at(-1), "assistant: Done.");
});

test("counts entries after the last response: a large result is compacted before it exceeds the window", async () => {
  const large = sayTool({ run: async () => textResult("word ".repeat(5_000)) });
  const replies = [used("One.", 100), { ...(callSay("a") as object), usage: { input: 12_000 } }, used("Done.", 900)];
  await using scene = await compactingScene({ ...auto, replies, tools: [large] });
  await scene.say("First", "Second");
  assert.equal(compactionsIn(scene.session.entries).length, 1);
});

test("S0-55: compacts when the tokens exceed the threshold, but not when they equal it", async () => {
  for (const [input, compactions] of [
    [5_000, 0],
    [5_001, 1],
  ] as const) {
    const replies = [used("One.", 100), { text: "Two.", usage: { input, output: 10 } }, used("Three.", 900)];
    await using scene = await compactingScene({ ...auto, compaction: { auto: "auto", aboveTokens: 5_020 }, replies });
    await scene.say("First", "Second", "Third");
    assert.equal(compactionsIn(scene.session.entries).length, compactions, String(input));
  }
});

test("S2-11: does not compact when compaction is off, or when the window is unknown", async () => {
  for (const scene of [
    { ...auto, compaction: { auto: "off" } },
    { ...auto, scripted: { info: { contextWindow: 0 } } },
  ] as const) {
    await using opened = await compactingScene({ ...scene, replies: [used("One.", 100), used("Two.", 19_999), used("Three.", 900)] });
    await opened.say("First", "Second", "Third");
    assert.deepEqual(await opened.compactionEvents(), []);
  }
});

test("S4-53, S4-55: the default only advises, once for each crossing, and compacts nothing", async () => {
  const replies = [used("One.", 15_999), used("Two.", 16_000), used("Three.", 17_000), used("Four.", 14_000), used("Five.", 18_000)];
  await using scene = await compactingScene({ scripted: small, replies });
  await scene.say("First", "Second", "Third", "Fourth", "Fifth");
  assert.deepEqual(await scene.compactionEvents(), ["request threshold 80", "request threshold 90"]);
  assert.equal(scene.summaryRequests().length, 0);
});

test("S4-53: after a compaction the next crossing is reported again, and an advice of another process is not repeated", async () => {
  const replies = [used("One.", 100), used("Two.", 17_000), used("Three.", 17_500)];
  await using scene = await compactingScene({ scripted: small, replies });
  await scene.say("First", "Second");
  await scene.session.compact();
  await scene.say("Third");
  assert.deepEqual(
    (await scene.compactionEvents()).filter((line) => line.startsWith("request")),
    ["request threshold 85", "request threshold 88"],
  );
  const again = await scene.runtime.open(scene.session.id);
  const events = await collect(again.prompt("Fourth"));
  assert.ok(!typesOf(events).includes("compaction_request"));
});

test("a failed compaction does not end the run, and is not retried automatically, which is reported once", async () => {
  const summaries = [{ error: new ModelError("invalid", "No.") }];
  const replies = [used("One.", 100), used("Two.", 17_000), used("Three.", 17_100), used("Four.", 17_200)];
  await using scene = await compactingScene({ ...auto, replies, summaries });
  await scene.say("First", "Second", "Third", "Fourth");
  assert.equal(scene.summaryRequests().length, 1);
  assert.equal(transcript(scene.session).at(-1), "assistant: Four.");
  assert.equal((await scene.warnings()).filter((line) => line.startsWith("Automatic compaction has stopped")).length, 1);
});

test("when the remaining part alone fills the window, compaction stops, which is reported once", async () => {
  const replies = [17_000, 17_000, 17_000, 17_000, 17_000].map((input) => used("Continue.", input));
  const tool = { ...sayTool(), description: "word ".repeat(12_000) };
  await using scene = await compactingScene({ ...auto, replies, tools: [tool] });
  await scene.say("First", "Second", "Third");
  assert.equal(scene.summaryRequests().length, 0);
  await scene.session.compact();
  await scene.say("Fourth", "Fifth");
  assert.equal(scene.summaryRequests().length, 1);
  assert.deepEqual(
    (await scene.warnings()).map((line) => line.slice(0, 32)),
    ["Automatic compaction has stopped", "Automatic compaction has stopped"],
  );
});

test("P21: a summary request that is too long is retried with smaller chunks, once", async () => {
  const tooLong = { error: new ModelError("overflow", "Too long.") };
  await using scene = await compactingScene({ summaries: [tooLong, SUMMARY] });
  await scene.say("First", "Second");
  await scene.session.compact();
  await using other = await compactingScene({ summaries: [tooLong, tooLong, SUMMARY] });
  await other.say("First", "Second");
  await assert.rejects(other.session.compact(), { code: "overflow" });
  assert.equal(other.summaryRequests().length, 2);
});

test("S0-55: with a threshold far below the window, only as much remains as lets the conversation continue below it", async () => {
  const replies = () => "word ".repeat(1_000);
  await using scene = await compactingScene({ compaction: { auto: "auto", aboveTokens: 10_000 }, replies });
  await scene.say(...Array.from({ length: 30 }, (_, at) => `Prompt ${at}`));
  assert.ok(compactionsIn(scene.session.entries).length > 2);
  assert.deepEqual(await scene.warnings(), []);
});
