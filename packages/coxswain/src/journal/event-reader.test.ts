import assert from "node:assert/strict";
import { test } from "node:test";
import { collect, openScene, callSay, sayTool } from "../runtime/runtime.fixture.ts";
import { EventStream } from "./event-stream.ts";
import type { Event } from "./event.ts";

const at = { seq: 0, at: 0, sessionId: "s", agent: { id: "s", depth: 0 } };
const delta = (text: string, part = 0): Event => ({
  ...at,
  type: "message_delta",
  messageId: "m",
  kind: "text",
  part,
  offset: 0,
  delta: text,
});
const reply = (callId: string): Event => ({ ...at, type: "permission_reply", id: callId, callId, allowed: true, answer: "once" });

test("S2-03: a reader with `types` receives only those", async () => {
  await using scene = await openScene({ script: [callSay("a"), "Done."], tools: [sayTool()] });
  const reader = scene.session.events({ types: ["tool_end", "run_end"] });
  await scene.session.prompt("go").outcome;
  await scene.session.close();
  const types: ("tool_end" | "run_end")[] = [];
  for await (const event of reader) types.push(event.type);
  assert.deepEqual(types, ["tool_end", "run_end"]);
});

test("a runtime's reader with `types` receives them from all sessions", async () => {
  await using scene = await openScene({ script: ["One.", "Two."] });
  const reader = scene.runtime.events({ types: ["run_end"] });
  const other = await scene.runtime.create({ cwd: "/", model: scene.model.info.reference });
  await scene.session.prompt("go").outcome;
  await other.prompt("go").outcome;
  await scene.runtime.close();
  const received = await Array.fromAsync(reader);
  assert.deepEqual(
    received.map(({ sessionId, outcome }) => [sessionId, outcome.kind]),
    [
      [scene.session.id, "done"],
      [other.id, "done"],
    ],
  );
});

test("V2: beyond a reader's buffer, only deltas are dropped and counted", async () => {
  const stream = new EventStream();
  const reader = stream.subscribe([], { buffer: 2 });
  for (const event of [delta("a"), delta("b", 1), delta("c", 2), reply("one"), delta("d", 3), reply("two")]) stream.publish(event);
  stream.close();
  const received = await Array.fromAsync(reader);
  assert.deepEqual(
    received.map((event) => (event.type === "message_delta" ? event.delta : event.type)),
    ["a", "b", "permission_reply", "permission_reply"],
  );
  assert.equal(reader.dropped, 2);
});

test("a reader that has caught up receives deltas again", async () => {
  const stream = new EventStream();
  const reader = stream.subscribe([], { buffer: 1 });
  stream.publish(delta("a"));
  stream.publish(delta("b", 1));
  assert.deepEqual((await reader.next()).value, delta("a"));
  stream.publish(delta("c", 2));
  assert.deepEqual((await reader.next()).value, delta("c", 2));
  assert.equal(reader.dropped, 1);
});

test("a late reader receives the entries after a position, then new events", async () => {
  await using scene = await openScene({ script: ["One.", "Two."] });
  await scene.session.prompt("first").outcome;
  const after = scene.session.entries.find(({ type }) => type === "message")?.seq ?? 0;
  const late = scene.session.events({ after, types: ["entry", "run_end"] });
  await scene.session.prompt("second").outcome;
  await scene.session.close();
  const received = await Array.fromAsync(late);
  const seqs = received.flatMap((event) => (event.type === "entry" ? [event.seq] : []));
  assert.deepEqual(
    seqs,
    seqs.map((_, index) => after + 1 + index),
  );
  assert.equal(received.filter(({ type }) => type === "run_end").length, 1);
});

test("a reader that throws unsubscribes without effect on the run or other readers", async () => {
  await using scene = await openScene({ script: ["One."] });
  const failing = (async () => {
    for await (const event of scene.session.events()) throw new Error(`Cannot handle ${event.type}.`);
  })();
  failing.catch(() => undefined);
  const run = scene.session.prompt("go");
  const events = await collect(run);
  await assert.rejects(failing, /Cannot handle run_start/);
  assert.equal((await run.outcome).kind, "done");
  assert.equal(events.at(-1)?.type, "run_end");
});

test("merges the deltas of parallel agents for a slow reader, separately per agent", async () => {
  const stream = new EventStream();
  const reader = stream.subscribe();
  const agents = ["a", "b", "c"];
  const of = (sessionId: string, text: string): Event => ({ ...delta(text), sessionId, agent: { id: sessionId, depth: 1, parent: "s" } });
  for (let n = 0; n < 2_000; n++) for (const id of agents) stream.publish(of(id, id));
  stream.close();
  const received = await Array.fromAsync(reader);
  assert.ok(received.length < 300, String(received.length));
  for (const id of agents) {
    const own = received.filter(({ sessionId }) => sessionId === id);
    assert.equal(own.map((event) => (event.type === "message_delta" ? event.delta : "")).join(""), id.repeat(2_000));
  }
});

test("merges the progress of parallel calls for a slow reader, per call, and never across a result", async () => {
  const stream = new EventStream();
  const reader = stream.subscribe();
  const progress = (callId: string, n: number): Event => ({ ...at, type: "tool_progress", callId, text: `${callId} ${n}` });
  const publish = (from: number): void => {
    for (let n = from; n < from + 5_000; n += 1) for (const call of ["a", "b", "c"]) stream.publish(progress(call, n));
  };
  publish(0);
  stream.publish(reply("one"));
  publish(5_000);
  stream.close();
  const received = (await Array.fromAsync(reader)).map((event) => (event.type === "tool_progress" ? event.text : event.type));
  assert.ok(received.length < 300, `${received.length} events wait`);
  assert.deepEqual(received.slice(-7, -4).toSorted(), ["a 4999", "b 4999", "c 4999"]);
  assert.deepEqual(received.slice(-4), ["permission_reply", "a 9999", "b 9999", "c 9999"]);
});
