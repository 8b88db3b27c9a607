import assert from "node:assert/strict";
import { test } from "node:test";
import type { CompactionEntry, RepairEntry } from "../../context/index.ts";
import { memoryStore, type Store } from "../../log/index.ts";
import type { Tool } from "../../loop/index.ts";
import { fixedModels, NO_USAGE, scriptedModel } from "../../model/index.ts";
import { allowAll } from "../../policy/index.ts";
import { createRuntime } from "../../runtime/index.ts";
import { collect, openScene, says, sayTool } from "../../runtime/runtime.fixture.ts";
import type { Event } from "../../journal/index.ts";
import type { Run } from "../runs/index.ts";
import type { Session } from "../session.ts";

/** What broke the prefix, in short. */
const changesIn = (events: readonly Event[]): string[] =>
  events.flatMap((event) => (event.type === "prefix_change" ? [`${event.reason}: ${event.segment.part} ${event.segment.name}`] : []));

const changesOf = async (run: Run): Promise<string[]> => changesIn(await collect(run));

const other = scriptedModel(() => "from another", { info: { reference: "other/other" } });

const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** The session as another process has it. */
const reopened = async (store: Store, id: string, tools: readonly Tool[]) => {
  const model = scriptedModel(() => "fine");
  const runtime = createRuntime({ store, models: fixedModels(model), tools, policy: allowAll() });
  return { session: await runtime.open(id), [Symbol.asyncDispose]: () => runtime.close() };
};

test("a session whose requests only go on is told of nothing, over turns and runs", async () => {
  await using scene = await openScene({ script: (_, turn) => (turn % 3 === 2 ? "done" : says(`a${turn}`)), tools: [sayTool()] });
  for (const words of ["one", "two", "three"]) assert.deepEqual(await changesOf(scene.session.prompt(words)), []);
});

test("reasoning that goes with its run is told as what it is", async () => {
  await using scene = await openScene({
    script: [{ reasoning: "hm", calls: [{ name: "say", input: { text: "a" } }] }, "done", "next"],
    tools: [sayTool()],
  });
  assert.deepEqual(await changesOf(scene.session.prompt("one")), []);
  assert.deepEqual(await changesOf(scene.session.prompt("two")), ["reasoning: messages assistant"]);
});

test("another model has read nothing yet; back at the first one, all is as it was", async () => {
  await using scene = await openScene({ script: () => "fine", models: (model) => fixedModels(model, other) });
  const { session } = scene;
  assert.deepEqual(await changesOf(session.prompt("one")), []);
  await session.set({ model: "other/other" });
  assert.deepEqual(await changesOf(session.prompt("two")), ["model: model other/other"]);
  await session.set({ model: scene.model.info.reference });
  assert.deepEqual(await changesOf(session.prompt("three")), []);
});

test("the oldest images go when there are too many, and are told as that", async () => {
  await using scene = await openScene({ script: () => "fine" });
  const told: string[] = [];
  for (let image = 0; image < 21; image += 1)
    told.push(...(await changesOf(scene.session.prompt([{ type: "image", mediaType: "image/png", data: PIXEL }]))));
  assert.deepEqual(told, ["images: messages user"]);
});

test("the tool is named that has come or gone", async () => {
  await using scene = await openScene({ script: () => "fine", tools: [sayTool(), sayTool({ name: "shout" })] });
  const { session } = scene;
  assert.deepEqual(await changesOf(session.prompt("one")), []);
  await session.set({ tools: ["shout"] });
  assert.deepEqual(await changesOf(session.prompt("two")), ["tools: tools say"]);
  await session.set({ tools: ["say", "shout"] });
  assert.deepEqual(await changesOf(session.prompt("three")), ["tools: tools say"]);
});

test("a conversation that begins anew, or goes on from an earlier place, is told as that", async () => {
  await using scene = await openScene({ script: () => "fine" });
  const { session } = scene;
  const told = async (words: string) => changesOf(session.prompt(words));
  await told("one");
  const first = session.state.leaf;
  await told("two");
  await session.fork(first, { into: "here" });
  assert.deepEqual(await told("three"), ["branch: messages user"]);
  await session.append({ type: "reset" });
  assert.deepEqual(await told("four"), ["reset: messages user"]);
  assert.deepEqual(await told("five"), []);
});

test("a compaction is told as that, also where it brings a tool along", async () => {
  await using scene = await openScene({ script: () => "fine", tools: [sayTool()] });
  const { session } = scene;
  await session.prompt("one").outcome;
  await session.append<CompactionEntry>({
    type: "compaction",
    summary: "One was said.",
    firstKept: null,
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

test("what a repair leaves out is told as that", async () => {
  await using scene = await openScene({ script: () => "fine" });
  const { session } = scene;
  await session.prompt("one").outcome;
  const target = session.entries.find(({ type }) => type === "message")?.id ?? "";
  await session.append<RepairEntry>({ type: "repair", target, reason: "It was refused." });
  assert.deepEqual(await changesOf(session.prompt("two")), ["repair: messages user"]);
});

test("another process knows from the log which tool is not the one that was sent", async () => {
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
  assert.deepEqual(await again([{ ...sayTool(), description: "Says it better." }]), ["tools: tools say"]);
  assert.deepEqual(await again([{ ...sayTool(), description: "Says it better." }]), []);
});

test("tools are kept in the log by their hashes, and only where they are others than before", async () => {
  await using scene = await openScene({ script: () => "fine", tools: [sayTool()] });
  const { session } = scene;
  for (const words of ["one", "two"]) await session.prompt(words).outcome;
  const sent = session.entries.filter(({ type }) => type === "tools_sent");
  assert.equal(sent.length, 1);
  assert.match(JSON.stringify(sent[0]), /"tools":\{"say":"[0-9a-f]{16}"\}/);
});
