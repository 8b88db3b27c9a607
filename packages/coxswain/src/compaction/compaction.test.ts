import assert from "node:assert/strict";

import { test } from "node:test";
import type { ShellEntry } from "../context/index.ts";
import { ModelError, textOf } from "../model/index.ts";
import { says, sayTool, transcript } from "../runtime/runtime.fixture.ts";
import { compactingScene, compactionsIn, SUMMARY, toldIn } from "./compaction.fixture.ts";
import { uncompact } from "../session/index.ts";

test("S0-47, S0-53, S0-74, S0-83: a compaction is a fact of the log, and tells the first entry that stays and the summary", async () => {
  await using scene = await compactingScene({ replies: ["One.", "Two."] });
  await scene.say("First", "Second");
  const result = await scene.session.compact("keep the numbers");
  const [entry] = compactionsIn(scene.session.entries);
  assert.deepEqual(
    [result.id, result.firstKept, result.summary, entry?.reason, entry?.instructions],
    [entry?.id, entry?.firstKept, SUMMARY, "manual", "keep the numbers"],
  );
  assert.match(textOf(scene.summaryRequests()[0]?.messages[0] ?? assert.fail()), /Heed this as well: keep the numbers/);
  await scene.say("Third");
  assert.deepEqual(toldIn(scene.requests().at(-1) ?? assert.fail()).slice(1), ["user: Second", "assistant: Two.", "user: Third"]);
});

test("S4-24: with fewer than four messages there is nothing to compact, and nothing is told", async () => {
  await using scene = await compactingScene({ replies: ["One."] });
  await scene.say("First");
  await assert.rejects(scene.session.compact(), { code: "nothing_to_compact" });
  assert.deepEqual(await scene.told(), []);
  assert.equal(scene.summaryRequests().length, 0);
});

test("S4-24: fewer than four messages since the last one are nothing either", async () => {
  await using scene = await compactingScene();
  await scene.say("First", "Second");
  await scene.session.compact();
  await scene.say("Third");
  await assert.rejects(scene.session.compact(), { code: "nothing_to_compact" });
  await scene.say("Fourth");
  await scene.session.compact();
  assert.equal(compactionsIn(scene.session.entries).length, 2);
});

test("S4-25: it is told to begin before the model is asked, and to be done once the log has it", async () => {
  const held = Promise.withResolvers<void>();
  await using scene = await compactingScene({ summaries: [{ text: SUMMARY, before: held.promise }] });
  await scene.say("First", "Second");
  const begun = scene.until("compaction_start");
  const compacting = scene.session.compact();
  await begun;
  held.resolve();
  await compacting;
  assert.deepEqual(await scene.told(), ["start manual", "end manual"]);
  const order = scene.events.filter(
    ({ type, ...event }) => type.startsWith("compaction_") || ("entry" in event && event.entry.type === "compaction"),
  );
  assert.deepEqual(
    order.map(({ type }) => type),
    ["compaction_start", "entry", "compaction_end"],
  );
});

test("S4-25: one that fails says so, and leaves all as it was", async () => {
  await using scene = await compactingScene({ summaries: [{ error: new ModelError("auth", "Wrong key.") }] });
  await scene.say("First", "Second");
  const before = [...scene.session.entries];
  await assert.rejects(scene.session.compact(), { code: "auth" });
  assert.deepEqual(scene.session.entries, before);
  assert.deepEqual(await scene.told(), ["start manual", "failed manual auth"]);
});

test("a summary that says nothing is none", async () => {
  await using scene = await compactingScene({ summaries: [" \n"] });
  await scene.say("First", "Second");
  await assert.rejects(scene.session.compact(), { code: "bad_summary" });
  assert.equal(compactionsIn(scene.session.entries).length, 0);
});

test("S4-23, S4-26: its request has a prompt of its own and no tools, and asks for no permission", async () => {
  await using scene = await compactingScene({ tools: [sayTool()], policy: () => ({ verdict: "deny", reason: "Nothing may be done." }) });
  await scene.say("First", "Second");
  await scene.session.compact();
  const [request] = scene.summaryRequests();
  assert.deepEqual(request?.tools, []);
  assert.match(request?.system.join("\n") ?? "", /Summarise the conversation/);
  await scene.told();
  assert.ok(scene.events.every(({ type }) => type !== "permission_ask"));
});

test("S4-11: a prompt that comes while the conversation is compacted waits, and is then told the summary", async () => {
  const held = Promise.withResolvers<void>();
  await using scene = await compactingScene({ summaries: [{ text: SUMMARY, hold: held.promise }] });
  await scene.say("First", "Second");
  const compacting = scene.session.compact();
  const { outcome } = scene.session.prompt("Third");
  assert.deepEqual([scene.session.status, scene.session.state.queue.prompts], ["running", ["Third"]]);
  held.resolve();
  await compacting;
  await outcome;
  assert.match(toldIn(scene.requests().at(-1) ?? assert.fail())[0] ?? "", /The earlier part/);
  assert.equal(scene.session.status, "idle");
});

test("what a person runs while the summary is written is in no summary, and stays", async () => {
  const held = Promise.withResolvers<void>();
  await using scene = await compactingScene({ summaries: [{ text: SUMMARY, hold: held.promise }], compaction: { keepTokens: 0 } });
  await scene.say("First", "Second");
  const begun = scene.until("compaction_start");
  const compacting = scene.session.compact();
  await begun;
  const noted = await scene.session.append<ShellEntry>({ type: "shell", command: "ls", include: true, output: "a", exitCode: 0 });
  held.resolve();
  assert.equal((await compacting).firstKept, noted.id);
});

test("S4-48: nothing of the conversation stays where nothing is to, and the summary is capped", async () => {
  await using scene = await compactingScene({ compaction: { keepTokens: 0, maxTokens: 0 } });
  await scene.say("First", "Second");
  assert.equal((await scene.session.compact()).firstKept, null);
  assert.equal(scene.summaryRequests()[0]?.maxOutputTokens, 1024);
});

test("one that is aborted leaves all as it was, and what waited goes on", async () => {
  await using scene = await compactingScene({ summaries: [{ text: "Half", hold: new Promise(() => {}) }] });
  await scene.say("First", "Second");
  const compacting = scene.session.compact();
  const { outcome } = scene.session.prompt("Third");
  await scene.asked();
  scene.session.abort();
  await assert.rejects(compacting, { code: "aborted" });
  assert.equal((await outcome).kind, "done");
  assert.equal(compactionsIn(scene.session.entries).length, 0);
  assert.deepEqual(await scene.told(), ["start manual", "aborted manual"]);
});

test("S4-16: closing the session ends it, and a closed session has none", async () => {
  await using scene = await compactingScene({ summaries: [{ text: "Half", hold: new Promise(() => {}) }] });
  await scene.say("First", "Second");
  const compacting = scene.session.compact();
  const waiting = scene.session.compact();
  await scene.asked();
  await scene.session.close();
  await assert.rejects(compacting, { code: "aborted" });
  await assert.rejects(waiting, { code: "closed" });
  await assert.rejects(scene.session.compact(), { code: "closed" });
  assert.deepEqual(await scene.told(), ["start manual", "aborted manual"]);
});

test("while a run goes on it waits for the turn's end, and the run goes on with the summary", async () => {
  const wanted: Promise<unknown>[] = [];
  const tool = sayTool({
    run: async ({ text }) => {
      if (text === "now") wanted.push(scene.session.compact());
      return { content: [{ type: "text", text }] };
    },
  });
  await using scene = await compactingScene({ replies: ["One.", "Two.", says("now"), "Three."], tools: [tool] });
  await scene.say("First", "Second");
  assert.equal((await scene.session.prompt("Third").outcome).kind, "done");
  assert.deepEqual(await Promise.allSettled(wanted).then(([one]) => one?.status === "rejected" && one.reason.code), "compaction_later");
  assert.equal(compactionsIn(scene.session.entries).length, 1);
  assert.match(toldIn(scene.requests().at(-1) ?? assert.fail())[0] ?? "", /The earlier part/);
  assert.equal(transcript(scene.session).at(-1), "assistant: Three.");
});

test("a call that waits for a compaction is told that it comes later, and does not wait for ever", async () => {
  const tool = sayTool({
    run: async () => {
      await scene.session.compact();
      return { content: [] };
    },
  });
  await using scene = await compactingScene({ replies: ["One.", "Two.", says("wait"), "Three."], tools: [tool] });
  await scene.say("First", "Second", "Third");
  assert.match(transcript(scene.session).find((line) => line.startsWith("tool:")) ?? "", /when this turn is over/);
  assert.equal(compactionsIn(scene.session.entries).length, 1);
});

test("one that is asked for from outside of a run is waited for, to the run's end at the latest", async () => {
  const held = Promise.withResolvers<void>();
  await using scene = await compactingScene({ replies: ["One.", "Two.", { text: "Three.", hold: held.promise }] });
  await scene.say("First", "Second");
  const run = scene.session.prompt("Third");
  const compacting = scene.session.compact();
  held.resolve();
  await run.outcome;
  assert.equal((await compacting).summary, SUMMARY);
  assert.deepEqual(await scene.told(), ["start manual", "end manual"]);
});

test("what a compaction took is counted: its tokens and its cost", async () => {
  await using scene = await compactingScene({ summaries: [{ text: SUMMARY, usage: { input: 1_000, output: 20 }, cost: 0.25 }] });
  await scene.say("First", "Second");
  const { usage, cost } = await scene.session.compact();
  assert.deepEqual([usage.input, cost], [1_000, 0.25]);
  const { state } = scene.session;
  assert.deepEqual([state.usage.total.input, state.cost], [1_000, 0.25]);
});

test("a compaction is taken back: all is told again, and a second time the one before it", async () => {
  await using scene = await compactingScene();
  await scene.say("First", "Second");
  await scene.session.compact();
  await scene.say("Third", "Fourth");
  await scene.session.compact();
  const [one, other] = compactionsIn(scene.session.entries);
  assert.equal(await uncompact(scene.session), other?.id);
  assert.equal(await uncompact(scene.session), one?.id);
  assert.equal(await uncompact(scene.session), undefined);
  await scene.say("Fifth");
  assert.deepEqual(toldIn(scene.requests().at(-1) ?? assert.fail()).slice(0, 3), ["user: First", "assistant: Go on.", "user: Second"]);
});

test("what tools must not lose goes through it word for word, and what several carry under one name once", async () => {
  const carrying = (name: string, text: string) => ({
    ...sayTool({ name }),
    preserveOnCompaction: () => (text === "" ? undefined : { name: "files", text }),
  });
  await using scene = await compactingScene({ tools: [carrying("a", "- main.ts"), carrying("b", "- other.ts"), carrying("c", "")] });
  await scene.say("First", "Second");
  await scene.session.compact();
  assert.deepEqual(compactionsIn(scene.session.entries)[0]?.preserved, [{ name: "files", text: "- main.ts" }]);
  await scene.say("Third");
  assert.match(textOf(scene.requests().at(-1)?.messages[0] ?? assert.fail()), /<carried name="files">\n- main\.ts/);
});
