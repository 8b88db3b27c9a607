import assert from "node:assert/strict";
import { test } from "node:test";
import { isSystemChange, isSystemPrompt, type SystemChangeEntry, type SystemPromptEntry } from "../../context/index.ts";
import { type Entry, memoryStore, type Store } from "../../log/index.ts";
import { type ModelRequest, NO_USAGE, type ScriptedModel, textOf } from "../../model/index.ts";
import { messagesOf, openScene, callSay, sayTool } from "../../runtime/runtime.fixture.ts";
import { clear } from "../operations.ts";
import { reopen, storedIn } from "../../runtime/crash.fixture.ts";
import type { SetupEntry } from "../../journal/index.ts";

const systems = ({ requests }: ScriptedModel): readonly string[] => requests.map(({ system }) => JSON.stringify(system));

const promptsIn = (entries: readonly Entry[]): readonly SystemPromptEntry[] => entries.filter(isSystemPrompt);
const changesIn = (entries: readonly Entry[]): readonly SystemChangeEntry[] => entries.filter(isSystemChange);

const lastTexts = ({ messages }: Pick<ModelRequest, "messages">, count: number): readonly string[] => messages.slice(-count).map(textOf);

/** Returns a store with changed entries of the session, as another version of Coxswain or another setup would write them. */
const rewritten = async (store: Store, id: string, change: (entry: Entry) => Entry | undefined): Promise<Store> => {
  const copy = memoryStore();
  const { header } = await store.open(id);
  const file = await copy.create({ ...header });
  await file.append((await storedIn(store, id)).flatMap((entry) => change(entry) ?? []));
  await file.close();
  return copy;
};

const otherSetup =
  (setup: Partial<SetupEntry["setup"]>) =>
  (entry: Entry): Entry =>
    entry.type === "setup" ? ({ ...entry, setup: { ...(entry as SetupEntry).setup, ...setup } } as Entry) : entry;

test("S4-43: every request has the same bytes of the system prompt, over 50 turns, in another process and in a fork", async () => {
  const turns = Array.from({ length: 24 }, (_, turn) => callSay(`turn ${turn}`));
  await using scene = await openScene({ script: [...turns, "done", ...turns, "done"], tools: [sayTool()], instructions: "Be kind." });
  await scene.session.prompt("a").outcome;
  await scene.session.prompt("b").outcome;
  const { id } = scene.session;
  await scene.session.close();
  await using other = await reopen(scene.store, id, { script: ["c", "d"] });
  await other.session.prompt("c").outcome;
  const fork = await other.session.fork();
  await fork.prompt("d").outcome;

  const sent = [...systems(scene.model), ...systems(other.model)];
  assert.equal(sent.length, 52);
  assert.equal(new Set(sent).size, 1);
  assert.equal(promptsIn(await storedIn(scene.store, id)).length, 1);
  assert.equal(promptsIn(fork.entries).length, 1);
});

test("S1-33, S2-22: the prefix is a separate block, and the first of each request", async () => {
  await using scene = await openScene({ script: [callSay("x"), "done"], tools: [sayTool()], systemPrefix: "Header." });
  await scene.session.prompt("a").outcome;
  assert.deepEqual(
    scene.model.requests.map(({ system: [first] }) => first),
    ["Header.", "Header."],
  );
});

test("S1-34: without a prefix the base is the first block", async () => {
  await using scene = await openScene({ script: ["one"] });
  await scene.session.prompt("a").outcome;
  assert.match(scene.model.requests[0]?.system[0] ?? "", /^You are Coxswain/);
});

test("S3-25: a session's own base replaces the default one", async () => {
  await using scene = await openScene({ script: ["one"], systemPrompt: "You review code." });
  await scene.session.prompt("a").outcome;
  const [request] = scene.model.requests;
  assert.equal(request?.system[0], "You review code.");
  assert.doesNotMatch(request?.system.join("\n") ?? "", /Coxswain/);
});

test("a conversation retains the base of an older version until a reset", async () => {
  await using scene = await openScene({ script: ["one"] });
  await scene.session.prompt("a").outcome;
  const older = (entry: Entry): Entry =>
    isSystemPrompt(entry)
      ? ({
          ...entry,
          sections: entry.sections.map((one) => (one.name === "base" ? { ...one, hash: "0", text: "The older base." } : one)),
        } as Entry)
      : entry;
  const store = await rewritten(scene.store, scene.session.id, older);
  await using other = await reopen(store, scene.session.id, { script: ["two", "three"] });
  await other.session.prompt("b").outcome;
  await clear(other.session);
  await other.session.prompt("c").outcome;
  const [second, third] = other.model.requests;
  assert.equal(second?.system[0], "The older base.");
  assert.deepEqual(lastTexts(second, 1), ["b"]);
  assert.match(third?.system[0] ?? "", /^You are Coxswain/);
});

test("a later run reports a changed section once, at the end of the history, and the sent prefix stays the same", async () => {
  await using scene = await openScene({ script: ["one"], instructions: "Use tabs." });
  await scene.session.prompt("a").outcome;
  const store = await rewritten(scene.store, scene.session.id, otherSetup({ instructions: "Use spaces." }));
  await using other = await reopen(store, scene.session.id, { script: ["two", "three"] });
  await other.session.prompt("b").outcome;
  await other.session.prompt("c").outcome;
  assert.deepEqual(systems(other.model), [...systems(scene.model), ...systems(scene.model)]);
  const [second, third] = other.model.requests;
  const [prompt, change] = lastTexts(second ?? assert.fail(), 2);
  assert.equal(prompt, "b");
  assert.match(change ?? "", /^\[The system prompt has changed.*\n\nThe section "instructions" is now:\n\nUse spaces\.$/);
  assert.equal(second?.messages.at(-1)?.role === "user" && second.messages.at(-1)?.["source" as never], "system");
  assert.deepEqual(third?.messages.slice(0, second?.messages.length), second?.messages);
  assert.deepEqual(lastTexts(third ?? assert.fail(), 2), ["two", "c"]);
  assert.equal(changesIn(other.session.entries).length, 1);
});

test("reports a removed section to the model", async () => {
  await using scene = await openScene({ script: ["one"], instructions: "Use tabs." });
  await scene.session.prompt("a").outcome;
  const store = await rewritten(scene.store, scene.session.id, otherSetup({ instructions: "" }));
  await using other = await reopen(store, scene.session.id, { script: ["two"] });
  await other.session.prompt("b").outcome;
  assert.match(textOf(other.model.requests[0]?.messages.at(-1) ?? assert.fail()), /The section "instructions" no longer applies\.$/);
});

test("after a reset the prompt is recorded completely, with earlier changes applied", async () => {
  await using scene = await openScene({ script: ["one"], instructions: "Use tabs." });
  await scene.session.prompt("a").outcome;
  const store = await rewritten(scene.store, scene.session.id, otherSetup({ instructions: "Use spaces." }));
  await using other = await reopen(store, scene.session.id, { script: ["two", "three", "four"] });
  await other.session.prompt("b").outcome;
  await clear(other.session);
  await other.session.prompt("c").outcome;
  await other.session.prompt("d").outcome;
  const [, third, fourth] = other.model.requests;
  assert.ok(third?.system.includes("Use spaces."));
  assert.deepEqual(fourth?.system, third?.system);
  assert.deepEqual(lastTexts(fourth ?? assert.fail(), 3), ["c", "three", "d"]);
  assert.equal(promptsIn(other.session.entries).length, 2);
});

test("a compaction during a run preserves the run's prompt, which is recorded completely before the next request", async () => {
  const summary = { summary: "A conversation.", model: "test/test", usage: NO_USAGE };
  const compaction = { type: "compaction", ...summary, firstPreserved: null, covers: { from: 1, to: 2 }, preserved: [] };
  const tool = sayTool({
    async run(_, context) {
      await context.record<Entry>({ ...compaction });
      return { content: [{ type: "text", text: "done" }] };
    },
  });
  await using scene = await openScene({ script: [callSay("x"), "one"], tools: [tool] });
  await scene.session.prompt("a").outcome;
  assert.equal(new Set(systems(scene.model)).size, 1);
  assert.equal(promptsIn(scene.session.entries).length, 2);
});

test("a session without an entry of its system prompt records one at its next run", async () => {
  await using scene = await openScene({ script: ["one"] });
  await scene.session.prompt("a").outcome;
  const store = await rewritten(scene.store, scene.session.id, (entry) => (isSystemPrompt(entry) ? undefined : entry));
  await using other = await reopen(store, scene.session.id, { script: ["two"] });
  await other.session.prompt("b").outcome;
  assert.deepEqual(systems(other.model), systems(scene.model));
  assert.equal(promptsIn(other.session.entries).length, 1);
});

test("a session that returns to a point before its first prompt records a system prompt there", async () => {
  await using scene = await openScene({ script: ["one", "two"] });
  await scene.session.prompt("a").outcome;
  await scene.session.fork(null, { into: "here" });
  await scene.session.prompt("b").outcome;
  assert.equal(new Set(systems(scene.model)).size, 1);
  assert.equal(promptsIn(scene.session.entries).length, 1);
  assert.deepEqual(messagesOf(scene.session).map(textOf), ["b", "two"]);
});

test("a session whose folder was moved reports the new folder to the model, and its system prompt stays the same", async () => {
  await using scene = await openScene({ script: ["one"] });
  await scene.session.prompt("a").outcome;
  const { id } = scene.session;
  await scene.session.close();
  await scene.runtime.relocate(id, "/tmp");
  await using other = await reopen(scene.store, id, { script: ["two"] });
  await other.session.prompt("b").outcome;
  assert.deepEqual(systems(other.model), systems(scene.model));
  assert.match(textOf(other.model.requests[0]?.messages.at(-1) ?? assert.fail()), /Working directory: \/tmp/);
});
