import assert from "node:assert/strict";
import { test } from "node:test";
import type { BranchSummaryEntry } from "../context/index.ts";
import { isMessage } from "../loop/index.ts";
import { ModelError, textOf } from "../model/index.ts";
import { compactingScene, messagesIn } from "../runtime/compaction.fixture.ts";

type Scene = Awaited<ReturnType<typeof compactingScene>>;

const TRIED = "Tried the other way; it failed.";
const entryOf = (scene: Scene, text: string): string =>
  scene.session.entries.find((entry) => isMessage(entry) && textOf(entry.message) === text)?.id ?? assert.fail(text);
const summariesIn = ({ entries }: Scene["session"]) =>
  entries.filter((entry): entry is BranchSummaryEntry => entry.type === "branch_summary");

test("a fork into the same session adds a summary of the abandoned branch and counts its cost", async () => {
  await using scene = await compactingScene({ replies: ["One.", "Two."], summaries: [{ text: TRIED, usage: { input: 50 }, cost: 0.5 }] });
  await scene.say("First", "Second");
  await scene.session.fork(entryOf(scene, "One."), { into: "here", summarize: true });
  const [summary] = summariesIn(scene.session);
  assert.deepEqual([summary?.summary, summary?.cost, scene.session.state.cost], [TRIED, 0.5, 0.5]);
  await scene.say("Third");
  const lines = messagesIn(scene.requests().at(-1) ?? assert.fail());
  assert.deepEqual([lines[0], lines[1], lines.at(-1)], ["user: First", "assistant: One.", "user: Third"]);
  assert.match(scene.requests().at(-1)?.messages.map(textOf).join("\n") ?? "", /Tried the other way/);
  assert.doesNotMatch(scene.requests().at(-1)?.messages.map(textOf).join("\n") ?? "", /Second/);
});

test("a fork into a new session has a summary only on request", async () => {
  await using scene = await compactingScene({ replies: ["One.", "Two."], summaries: [TRIED] });
  await scene.say("First", "Second");
  const plain = await scene.session.fork(entryOf(scene, "One."));
  const summarized = await scene.session.fork(entryOf(scene, "One."), { summarize: true });
  assert.deepEqual([summariesIn(plain).length, summariesIn(summarized)[0]?.summary, summariesIn(scene.session).length], [0, TRIED, 0]);
});

test("a fork whose summary fails moves the leaf without one and emits a warning", async () => {
  await using scene = await compactingScene({ replies: ["One.", "Two."], summaries: [{ error: new ModelError("auth", "Wrong key.") }] });
  await scene.say("First", "Second");
  const back = entryOf(scene, "One.");
  await scene.session.fork(back, { into: "here", summarize: true });
  assert.deepEqual([scene.session.state.leaf, summariesIn(scene.session).length], [back, 0]);
  assert.match((await scene.warnings()).join("\n"), /could not be summarized\. Wrong key/);
});

test("aborting while the summary is written leaves the leaf unchanged", async () => {
  const held = { text: TRIED, hold: new Promise(() => {}) };
  await using scene = await compactingScene({ replies: ["One.", "Two."], summaries: [held, held] });
  await scene.say("First", "Second");
  const { leaf } = scene.session.state;
  const stop = new AbortController();
  const ways = [() => scene.session.abort(), () => stop.abort()];
  for (const abort of ways) {
    const forking = scene.session.fork(entryOf(scene, "One."), { into: "here", summarize: true, signal: stop.signal });
    await scene.asked();
    abort();
    await assert.rejects(forking, { code: "aborted" });
  }
  assert.equal(scene.session.state.leaf, leaf);
});

test("a prompt waits for a summary in progress", async () => {
  const held = Promise.withResolvers<void>();
  await using scene = await compactingScene({ replies: ["One.", "Two.", "Three."], summaries: [{ text: TRIED, hold: held.promise }] });
  await scene.say("First", "Second");
  const forking = scene.session.fork(entryOf(scene, "One."), { into: "here", summarize: true });
  await scene.asked();
  const { outcome } = scene.session.prompt("Third");
  held.resolve();
  await forking;
  await outcome;
  assert.match(scene.requests().at(-1)?.messages.map(textOf).join("\n") ?? "", /Tried the other way/);
});

test("a fork from an empty branch requests no summary", async () => {
  await using scene = await compactingScene({ replies: ["One."] });
  await scene.say("First");
  await scene.session.fork(scene.session.state.leaf, { into: "here", summarize: true });
  assert.equal(scene.summaryRequests().length, 0);
});
