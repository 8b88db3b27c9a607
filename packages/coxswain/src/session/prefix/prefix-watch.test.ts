import assert from "node:assert/strict";
import { test } from "node:test";
import type { CompactionEntry, RepairEntry } from "../../context/index.ts";
import { memoryStore, type Store } from "../../log/index.ts";
import type { Tool } from "../../loop/index.ts";
import { fixedModels, NO_USAGE, scriptedModel } from "../../model/index.ts";
import { allowAll } from "../../policy/index.ts";
import { createRuntime } from "../../runtime/index.ts";
import { collect, openScene, callSay, sayTool } from "../../runtime/runtime.fixture.ts";
import type { Event } from "../../journal/index.ts";
import type { Run } from "../runs/index.ts";
import type { Session } from "../session.ts";

/** Summaries of the prefix changes. */
const changesIn = (events: readonly Event[]): string[] =>
  events.flatMap((event) => (event.type === "prefix_change" ? [`${event.reason}: ${event.segment.part} ${event.segment.name}`] : []));

const changesOf = async (run: Run): Promise<string[]> => changesIn(await collect(run));

const other = scriptedModel(() => "from another", { info: { reference: "other/other" } });

const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** Opens the session as another process would. */
const reopened = async (store: Store, id: string, tools: readonly Tool[]) => {
  const model = scriptedModel(() => "fine");
  const runtime = createRuntime({ store, models: fixedModels(model), tools, policy: allowAll() });
  return { session: await runtime.open(id), [Symbol.asyncDispose]: () => runtime.close() };
};

test("reports no change while requests only append to the history, over turns and runs", async () => {
  await using scene = await openScene({ script: (_, turn) => (turn % 3 === 2 ? "done" : callSay(`a${turn}`)), tools: [sayTool()] });
  for (const words of ["one", "two", "three"]) assert.deepEqual(await changesOf(scene.session.prompt(words)), []);
});

test("reports reasoning that is removed after its run", async () => {
  await using scene = await openScene({
    script: [{ reasoning: "hm", calls: [{ name: "say", input: { text: "a" } }] }, "done", "next"],
    tools: [sayTool()],
  });
  assert.deepEqual(await changesOf(scene.session.prompt("one")), []);
  assert.deepEqual(await changesOf(scene.session.prompt("two")), ["reasoning: messages assistant"]);
});

test("reports a changed model, and no change after a return to the first model", async () => {
  await using scene = await openScene({ script: () => "fine", models: (model) => fixedModels(model, other) });
  const { session } = scene;
  assert.deepEqual(await changesOf(session.prompt("one")), []);
  await session.set({ model: "other/other" });
  assert.deepEqual(await changesOf(session.prompt("two")), ["model: model other/other"]);
  await session.set({ model: scene.model.info.reference });
  assert.deepEqual(await changesOf(session.prompt("three")), []);
});

test("reports that the oldest images are removed when there are too many", async () => {
  await using scene = await openScene({ script: () => "fine" });
  const changes: string[] = [];
  for (let image = 0; image < 21; image += 1)
    changes.push(...(await changesOf(scene.session.prompt([{ type: "image", mediaType: "image/png", data: PIXEL }]))));
  assert.deepEqual(changes, ["images: messages user"]);
});

test("names the tool that was added or removed", async () => {
  await using scene = await openScene({ script: () => "fine", tools: [sayTool(), sayTool({ name: "shout" })] });
  const { session } = scene;
  assert.deepEqual(await changesOf(session.prompt("one")), []);
  await session.set({ tools: ["shout"] });
  assert.deepEqual(await changesOf(session.prompt("two")), ["tools: tools say"]);
  await session.set({ tools: ["say", "shout"] });
  assert.deepEqual(await changesOf(session.prompt("three")), ["tools: tools say"]);
});

test("reports a reset, and a branch from an earlier entry", async () => {
  await using scene = await openScene({ script: () => "fine" });
  const { session } = scene;
  const changesAfter = async (words: string) => changesOf(session.prompt(words));
  await changesAfter("one");
  const first = session.state.leaf;
  await changesAfter("two");
  await session.fork(first, { into: "here" });
  assert.deepEqual(await changesAfter("three"), ["branch: messages user"]);
  await session.append({ type: "reset" });
  assert.deepEqual(await changesAfter("four"), ["reset: messages user"]);
  assert.deepEqual(await changesAfter("five"), []);
});

test("reports a compaction once, even if it adds a tool", async () => {
  await using scene = await openScene({ script: () => "fine", tools: [sayTool()] });
  const { session } = scene;
  await session.prompt("one").outcome;
  await session.append<CompactionEntry>({
    type: "compaction",
    summary: "The first message.",
    firstPreserved: null,
    covers: { from: 1, to: 2 },
    preserved: [],
    tokensBefore: 100,
    summaryTokens: 10,
    reason: "manual",
    model: scene.model.info.reference,
    usage: NO_USAGE,
  });
  const [change, ...more] = await changesOf(session.prompt("two"));
  assert.match(change ?? "", /^compaction: /);
  assert.deepEqual([...more, ...(await changesOf(session.prompt("three")))], []);
});

test("reports a message that a repair omits", async () => {
  await using scene = await openScene({ script: () => "fine" });
  const { session } = scene;
  await session.prompt("one").outcome;
  const target = session.entries.find(({ type }) => type === "message")?.id ?? "";
  await session.append<RepairEntry>({ type: "repair", target, reason: "It was refused." });
  assert.deepEqual(await changesOf(session.prompt("two")), ["repair: messages user"]);
});

test("another process finds in the log which tool differs from the one that was sent", async () => {
  const store = memoryStore();
  const conversed = async (): Promise<Session["id"]> => {
    await using scene = await openScene({ script: () => "fine", tools: [sayTool()], store });
    await scene.session.prompt("one").outcome;
    return scene.session.id;
  };
  const id = await conversed();
  const again = async (tools: readonly Tool[]) => {
    await using opened = await reopened(store, id, tools);
    return changesOf(opened.session.prompt("again"));
  };
  assert.deepEqual(await again([sayTool()]), []);
  assert.deepEqual(await again([{ ...sayTool(), description: "Repeats it better." }]), ["tools: tools say"]);
  assert.deepEqual(await again([{ ...sayTool(), description: "Repeats it better." }]), []);
});

test("records the hashes of the tools in the log, and only if they have changed", async () => {
  await using scene = await openScene({ script: () => "fine", tools: [sayTool()] });
  const { session } = scene;
  for (const words of ["one", "two"]) await session.prompt(words).outcome;
  const sent = session.entries.filter(({ type }) => type === "tools_sent");
  assert.equal(sent.length, 1);
  assert.match(JSON.stringify(sent[0]), /"tools":\{"say":"[0-9a-f]{16}"\}/);
});
