import assert from "node:assert/strict";

import { test } from "node:test";
import type { ShellEntry } from "../context/index.ts";
import { ModelError, textOf } from "../model/index.ts";
import { callSay, sayTool, transcript } from "../runtime/runtime.fixture.ts";
import { compactingScene, compactionsIn, SUMMARY, messagesIn } from "../runtime/compaction.fixture.ts";
import { uncompact } from "../session/index.ts";

test("S0-47, S0-53, S0-74, S0-83: a compaction is a fact of the log, and reports its summary and the first entry that remains", async () => {
  await using scene = await compactingScene({ replies: ["One.", "Two."] });
  await scene.say("First", "Second");
  const result = await scene.session.compact("keep the numbers");
  const [entry] = compactionsIn(scene.session.entries);
  assert.deepEqual(
    [result.id, result.firstPreserved, result.summary, entry?.reason, entry?.instructions],
    [entry?.id, entry?.firstPreserved, SUMMARY, "manual", "keep the numbers"],
  );
  assert.match(textOf(scene.summaryRequests()[0]?.messages[0] ?? assert.fail()), /Additional instructions: keep the numbers/);
  await scene.say("Third");
  assert.deepEqual(messagesIn(scene.requests().at(-1) ?? assert.fail()).slice(1), ["user: Second", "assistant: Two.", "user: Third"]);
});

test("S4-24: with fewer than four messages there is nothing to compact, and no event is emitted", async () => {
  await using scene = await compactingScene({ replies: ["One."] });
  await scene.say("First");
  await assert.rejects(scene.session.compact(), { code: "nothing_to_compact" });
  assert.deepEqual(await scene.compactionEvents(), []);
  assert.equal(scene.summaryRequests().length, 0);
});

test("S4-24: with fewer than four messages since the last compaction there is nothing to compact", async () => {
  await using scene = await compactingScene();
  await scene.say("First", "Second");
  await scene.session.compact();
  await scene.say("Third");
  await assert.rejects(scene.session.compact(), { code: "nothing_to_compact" });
  await scene.say("Fourth");
  await scene.session.compact();
  assert.equal(compactionsIn(scene.session.entries).length, 2);
});

test("S4-25: emits the start before the model request, and the end once the log has the entry", async () => {
  const held = Promise.withResolvers<void>();
  await using scene = await compactingScene({ summaries: [{ text: SUMMARY, before: held.promise }] });
  await scene.say("First", "Second");
  const begun = scene.until("compaction_start");
  const compacting = scene.session.compact();
  await begun;
  held.resolve();
  await compacting;
  assert.deepEqual(await scene.compactionEvents(), ["start manual", "end manual"]);
  const order = scene.events.filter(
    ({ type, ...event }) => type.startsWith("compaction_") || ("entry" in event && event.entry.type === "compaction"),
  );
  assert.deepEqual(
    order.map(({ type }) => type),
    ["compaction_start", "entry", "compaction_end"],
  );
});

test("S4-25: a failed compaction reports the error, and changes nothing", async () => {
  await using scene = await compactingScene({ summaries: [{ error: new ModelError("auth", "Wrong key.") }] });
  await scene.say("First", "Second");
  const before = [...scene.session.entries];
  await assert.rejects(scene.session.compact(), { code: "auth" });
  assert.deepEqual(scene.session.entries, before);
  assert.deepEqual(await scene.compactionEvents(), ["start manual", "failed manual auth"]);
});

test("rejects an empty summary", async () => {
  await using scene = await compactingScene({ summaries: [" \n"] });
  await scene.say("First", "Second");
  await assert.rejects(scene.session.compact(), { code: "bad_summary" });
  assert.equal(compactionsIn(scene.session.entries).length, 0);
});

test("S4-23, S4-26: the summary request has its own prompt and no tools, and needs no permission", async () => {
  await using scene = await compactingScene({ tools: [sayTool()], policy: () => ({ verdict: "deny", reason: "Nothing may be done." }) });
  await scene.say("First", "Second");
  await scene.session.compact();
  const [request] = scene.summaryRequests();
  assert.deepEqual(request?.tools, []);
  assert.match(request?.system.join("\n") ?? "", /Summarize the conversation/);
  await scene.compactionEvents();
  assert.ok(scene.events.every(({ type }) => type !== "permission_ask"));
});

test("S4-11: a prompt during a compaction waits, and its request then includes the summary", async () => {
  const held = Promise.withResolvers<void>();
  await using scene = await compactingScene({ summaries: [{ text: SUMMARY, hold: held.promise }] });
  await scene.say("First", "Second");
  const compacting = scene.session.compact();
  const { outcome } = scene.session.prompt("Third");
  assert.deepEqual([scene.session.status, scene.session.state.queue.prompts], ["running", ["Third"]]);
  held.resolve();
  await compacting;
  await outcome;
  assert.match(messagesIn(scene.requests().at(-1) ?? assert.fail())[0] ?? "", /The earlier part/);
  assert.equal(scene.session.status, "idle");
});

test("a user command during the summary request is not summarized, and remains", async () => {
  const held = Promise.withResolvers<void>();
  await using scene = await compactingScene({ summaries: [{ text: SUMMARY, hold: held.promise }], compaction: { keepTokens: 0 } });
  await scene.say("First", "Second");
  const begun = scene.until("compaction_start");
  const compacting = scene.session.compact();
  await begun;
  const noted = await scene.session.append<ShellEntry>({ type: "shell", command: "ls", include: true, output: "a", exitCode: 0 });
  held.resolve();
  assert.equal((await compacting).firstPreserved, noted.id);
});

test("S4-48: with nothing to keep the summary replaces the whole conversation, and has a token limit", async () => {
  await using scene = await compactingScene({ compaction: { keepTokens: 0, maxTokens: 0 } });
  await scene.say("First", "Second");
  assert.equal((await scene.session.compact()).firstPreserved, null);
  assert.equal(scene.summaryRequests()[0]?.maxOutputTokens, 1024);
});

test("an aborted compaction changes nothing, and the queued prompt runs", async () => {
  await using scene = await compactingScene({ summaries: [{ text: "Half", hold: new Promise(() => {}) }] });
  await scene.say("First", "Second");
  const compacting = scene.session.compact();
  const { outcome } = scene.session.prompt("Third");
  await scene.asked();
  scene.session.abort();
  await assert.rejects(compacting, { code: "aborted" });
  assert.equal((await outcome).kind, "done");
  assert.equal(compactionsIn(scene.session.entries).length, 0);
  assert.deepEqual(await scene.compactionEvents(), ["start manual", "aborted manual"]);
});

test("S4-16: closing the session aborts its compaction, and a closed session rejects one", async () => {
  await using scene = await compactingScene({ summaries: [{ text: "Half", hold: new Promise(() => {}) }] });
  await scene.say("First", "Second");
  const compacting = scene.session.compact();
  const waiting = scene.session.compact();
  await scene.asked();
  await scene.session.close();
  await assert.rejects(compacting, { code: "aborted" });
  await assert.rejects(waiting, { code: "closed" });
  await assert.rejects(scene.session.compact(), { code: "closed" });
  assert.deepEqual(await scene.compactionEvents(), ["start manual", "aborted manual"]);
});

test("during a run a compaction waits for the end of the turn, and the run continues with the summary", async () => {
  const compactions: Promise<unknown>[] = [];
  const tool = sayTool({
    run: async ({ text }) => {
      if (text === "now") compactions.push(scene.session.compact());
      return { content: [{ type: "text", text }] };
    },
  });
  await using scene = await compactingScene({ replies: ["One.", "Two.", callSay("now"), "Three."], tools: [tool] });
  await scene.say("First", "Second");
  assert.equal((await scene.session.prompt("Third").outcome).kind, "done");
  assert.deepEqual(
    await Promise.allSettled(compactions).then(([one]) => one?.status === "rejected" && one.reason.code),
    "compaction_later",
  );
  assert.equal(compactionsIn(scene.session.entries).length, 1);
  assert.match(messagesIn(scene.requests().at(-1) ?? assert.fail())[0] ?? "", /The earlier part/);
  assert.equal(transcript(scene.session).at(-1), "assistant: Three.");
});

test("a tool call that awaits a compaction is rejected because compaction runs later, and does not wait forever", async () => {
  const tool = sayTool({
    run: async () => {
      await scene.session.compact();
      return { content: [] };
    },
  });
  await using scene = await compactingScene({ replies: ["One.", "Two.", callSay("wait"), "Three."], tools: [tool] });
  await scene.say("First", "Second", "Third");
  assert.match(transcript(scene.session).find((line) => line.startsWith("tool:")) ?? "", /Compaction starts after this turn/);
  assert.equal(compactionsIn(scene.session.entries).length, 1);
});

test("a compaction that is requested outside a run resolves at the latest when the run ends", async () => {
  const held = Promise.withResolvers<void>();
  await using scene = await compactingScene({ replies: ["One.", "Two.", { text: "Three.", hold: held.promise }] });
  await scene.say("First", "Second");
  const run = scene.session.prompt("Third");
  const compacting = scene.session.compact();
  held.resolve();
  await run.outcome;
  assert.equal((await compacting).summary, SUMMARY);
  assert.deepEqual(await scene.compactionEvents(), ["start manual", "end manual"]);
});

test("counts the tokens and cost of a compaction", async () => {
  await using scene = await compactingScene({ summaries: [{ text: SUMMARY, usage: { input: 1_000, output: 20 }, cost: 0.25 }] });
  await scene.say("First", "Second");
  const { usage, cost } = await scene.session.compact();
  assert.deepEqual([usage.input, cost], [1_000, 0.25]);
  const { state } = scene.session;
  assert.deepEqual([state.usage.total.input, state.cost], [1_000, 0.25]);
});

test("undoing a compaction restores all messages, and a second undo reverts the previous one", async () => {
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
  assert.deepEqual(messagesIn(scene.requests().at(-1) ?? assert.fail()).slice(0, 3), [
    "user: First",
    "assistant: Continue.",
    "user: Second",
  ]);
});

test("preserves the sections of tools verbatim, and a section of the same name from several tools once", async () => {
  const preserving = (name: string, text: string) => ({
    ...sayTool({ name }),
    preserveOnCompaction: () => (text === "" ? undefined : { name: "files", text }),
  });
  await using scene = await compactingScene({ tools: [preserving("a", "- main.ts"), preserving("b", "- other.ts"), preserving("c", "")] });
  await scene.say("First", "Second");
  await scene.session.compact();
  assert.deepEqual(compactionsIn(scene.session.entries)[0]?.preserved, [{ name: "files", text: "- main.ts" }]);
  await scene.say("Third");
  assert.match(textOf(scene.requests().at(-1)?.messages[0] ?? assert.fail()), /<preserved name="files">\n- main\.ts/);
});
