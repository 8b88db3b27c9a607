import assert from "node:assert/strict";
import { test } from "node:test";
import { type Entry, memoryStore, type Store } from "../log/index.ts";
import { isMessage, type Tool } from "../loop/index.ts";
import { fixedModels, type Reply, type Script } from "../model/index.ts";
import type { ContextReport, Session } from "../session/index.ts";
import { inspectContext, type InspectOptions } from "./inspect-context.ts";
import { openScene, sayTool, callSay } from "./runtime.fixture.ts";

const PRICE = { input: 10, output: 50, cacheRead: 1, cacheWrite: 12.5 };

interface Scene {
  readonly script: Script;
  readonly tools?: readonly Tool[];
  readonly converse: (session: Session) => Promise<unknown>;
  readonly look?: Partial<InspectOptions>;
}

/** Reports the context of a session that is open in its runtime at the same time. */
const inspected = async ({ script, tools = [sayTool()], converse, look = {} }: Scene) => {
  const store = memoryStore();
  const info = { price: PRICE, contextWindow: 100_000 };
  await using scene = await openScene({ store, script, tools, scripted: { info }, instructions: "Answer in short." });
  await converse(scene.session);
  const before = await storedIn(store, scene.session.id);
  const report = await inspectContext({ store, tools, models: fixedModels(scene.model), now: () => 1_500, ...look }, scene.session.id);
  assert.deepEqual(await storedIn(store, scene.session.id), before, "the session was changed");
  return { report, session: scene.session };
};

const storedIn = async (store: Store, id: string): Promise<readonly Entry[]> => Array.fromAsync((await store.open(id)).read());

const usage = (input: number, cacheRead: number, cacheWrite: number, output = 100) => ({ input, cacheRead, cacheWrite, output });

const tokensOf = ({ items }: ContextReport, kind: string): number =>
  items.filter((item) => item.kind === kind).reduce((sum, { tokens }) => sum + tokens, 0);

test("reports what the next request sends: tools, sections and messages, in that order", async () => {
  const { report } = await inspected({
    script: [callSay("a"), "done"],
    converse: (opened) => opened.prompt("Look around.").outcome,
  });
  const kinds = report.items.map(({ kind, name }) => `${kind} ${name}`);
  assert.deepEqual(kinds.filter((kind) => /^(tool|system)/.test(kind)).slice(0, 2), ["tool say", "system base"]);
  assert.deepEqual(kinds.slice(-4), ["person Look around.", "assistant [say]", "result say: a", "assistant done"]);
});

test("the parts add up to the provider's usage of the last response plus later messages", async () => {
  const { report } = await inspected({
    script: [{ text: "done", usage: usage(4_000, 0, 0) }],
    converse: (session) => session.prompt("Look around.").outcome,
  });
  assert.equal(report.total, 4_100);
  assert.equal(report.measured, true);
  assert.equal(
    report.items.reduce((sum, { tokens }) => sum + tokens, 0),
    4_100,
  );
  assert.equal(report.window, 100_000);
  assert.equal(report.answer, 8192);
});

test("the cost of the next request, warm and cold, depends on what the provider can have cached", async () => {
  const { report } = await inspected({
    script: [{ text: "done", usage: usage(0, 0, 4_000) }],
    converse: (session) => session.prompt("Look around.").outcome,
  });
  assert.equal(report.cache.cached, 4_000);
  assert.equal(report.cache.expired, false);
  assert.deepEqual(report.cache.last, { at: report.cache.last?.at, sent: 4_000, read: 0, written: 4_000 });
  const million = 1_000_000;
  assert.deepEqual(report.cost, { warm: (4_000 * 1 + 100 * 12.5) / million, cold: (4_100 * 12.5) / million });
});

test("names reasoning that is removed after its run, and does not count later messages as cached", async () => {
  const reasoned: Reply = { reasoning: "hm", calls: [{ name: "say", input: { text: "a".repeat(9_000) } }] };
  const { report } = await inspected({
    script: [reasoned, { text: "done", usage: usage(0, 1_000, 3_000) }],
    converse: (session) => session.prompt("Look around.").outcome,
  });
  assert.deepEqual(report.cache.change?.segment, { part: "messages", at: 1, name: "assistant" });
  assert.equal(report.cache.dropsReasoning, true);
  assert.ok(report.cache.cached > 0 && report.cache.cached < 4_000, String(report.cache.cached));
});

test("names a tool whose definition differs in this program", async () => {
  const { report } = await inspected({
    script: [{ text: "done", usage: usage(0, 0, 4_000) }],
    converse: (session) => session.prompt("Look around.").outcome,
    look: { tools: [{ ...sayTool(), description: "Repeats it better." }] },
  });
  assert.deepEqual(report.cache.change?.segment, { part: "tools", at: 0, name: "say" });
  assert.equal(report.cache.cached, 0);
});

test("a prefix counts as expired after the provider's cache lifetime", async () => {
  const { report } = await inspected({
    script: [{ text: "done", usage: usage(0, 0, 4_000) }],
    converse: (session) => session.prompt("Look around.").outcome,
    look: { now: () => 1_000_000 },
  });
  assert.equal(report.cache.expired, true);
});

const turns = (...usages: readonly ReturnType<typeof usage>[]): Scene["script"] => usages.map((one) => ({ text: "done", usage: one }));

const prompts =
  (...between: readonly ((session: Session) => Promise<unknown>)[]) =>
  async (session: Session) => {
    await session.prompt("one").outcome;
    for (const act of between) {
      await act(session);
      await session.prompt("and?").outcome;
    }
  };

const nothing = async (): Promise<void> => undefined;

test("reports the last cache miss with its reason", async () => {
  const cold = turns(usage(0, 0, 4_000), usage(0, 4_000, 50), usage(0, 0, 4_200));
  const reason = async (act: (session: Session) => Promise<unknown>, look: Scene["look"] = {}) =>
    (await inspected({ script: cold, converse: prompts(nothing, act), tools: [sayTool(), sayTool({ name: "shout" })], look })).report.cache
      .lastBreak?.reason;
  assert.equal(await reason(nothing), "unknown");
  assert.equal(await reason(nothing, { cacheMs: 1 }), "expired");
  assert.equal(await reason((session) => session.set({ tools: ["say"] })), "tools");
  assert.equal(await reason((session) => session.append({ type: "reset" })), "reset");
});

test("reports no cache miss if the cache was always warm, or the provider does not report it", async () => {
  const of = async (script: Scene["script"]) => (await inspected({ script, converse: prompts(nothing) })).report.cache.lastBreak;
  assert.equal(await of(turns(usage(0, 0, 4_000), usage(0, 4_000, 100))), undefined);
  assert.equal(await of(turns(usage(4_000, 0, 0), usage(4_100, 0, 0))), undefined);
});

test("counts images and user commands separately from messages", async () => {
  const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
  const { report } = await inspected({
    script: ["seen"],
    converse: async (session) => {
      await session.prompt([
        { type: "text", text: "Describe this." },
        { type: "image", mediaType: "image/png", data: PIXEL },
      ]).outcome;
      await session.shell("!echo seen");
    },
    look: {},
  });
  assert.ok(tokensOf(report, "image") > tokensOf(report, "person"));
  assert.ok(tokensOf(report, "note") > 0);
  assert.equal(report.measured, false);
});

test("reports all but window and price for a model that is not listed", async () => {
  const { report } = await inspected({
    script: ["done"],
    converse: (session) => session.prompt("Look around.").outcome,
    look: { models: fixedModels() },
  });
  assert.equal(report.window, undefined);
  assert.equal(report.cost, undefined);
  assert.ok(report.total > 0);
});

test("the largest parts of a long session can be found", async () => {
  const { report, session } = await inspected({
    script: [callSay("x".repeat(9_000)), "done"],
    converse: (opened) => opened.prompt("Look around.").outcome,
  });
  const largest = report.items.toSorted((one, other) => other.tokens - one.tokens)[0];
  assert.ok(largest !== undefined && ["result", "assistant", "system"].includes(largest.kind));
  assert.equal(session.entries.filter(isMessage).length, 4);
});

test("the report includes the tools for tasks", async () => {
  const { report } = await inspected({ script: ["done"], converse: (session) => session.prompt("Go.").outcome, look: { tasks: {} } });
  const tools = report.items.filter(({ kind }) => kind === "tool").map(({ name }) => name);
  assert.deepEqual(
    tools.toSorted((one, other) => one.localeCompare(other)),
    ["say", "task", "task_output", "task_stop"],
  );
});
