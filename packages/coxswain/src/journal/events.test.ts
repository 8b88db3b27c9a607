import assert from "node:assert/strict";
import { test } from "node:test";
import { type Entry, memoryStore } from "../log/index.ts";
import { openScene, callSay, sayTool } from "../runtime/runtime.fixture.ts";
import { faultyStore } from "../testing/index.ts";
import { EventStream } from "./event-stream.ts";
import type { Event } from "./event.ts";

const read = async (events: AsyncIterable<Event>): Promise<Event[]> => {
  const got: Event[] = [];
  for await (const event of events) got.push(event);
  return got;
};

test("S1-50, S3-33: every event has a time, a log position, a session and an agent, and is frozen", async () => {
  await using scene = await openScene({ script: [callSay("a"), "done"], tools: [sayTool()] });
  for await (const event of scene.session.prompt("go")) {
    assert.equal(event.sessionId, scene.session.id);
    assert.deepEqual(event.agent, { id: scene.session.id, depth: 0 });
    assert.equal(typeof event.at, "number");
    assert.ok(event.seq >= -1 && event.seq <= scene.session.entries.length);
    assert.ok(Object.isFrozen(event));
  }
});

test("a late reader receives the entries after a given seq once", async () => {
  await using scene = await openScene({ script: ["one"] });
  await scene.session.prompt("a").outcome;
  const all = await read(scene.session.events({ after: -1, live: false }));
  assert.deepEqual(
    all.map(({ seq }) => seq),
    [0, 1, 2, 3, 4, 5],
  );
  const some = await read(scene.session.events({ after: 2, live: false }));
  assert.deepEqual(
    some.map(({ seq }) => seq),
    [3, 4, 5],
  );
});

test("new events follow past entries without a gap", async () => {
  await using scene = await openScene({ script: ["one", "two"] });
  await scene.session.prompt("a").outcome;
  const events = scene.session.events({ after: -1 });
  const entries: number[] = [];
  const reading = (async () => {
    for await (const event of events) {
      if (event.type === "entry") entries.push(event.seq);
      if (event.type === "run_end") return;
    }
  })();
  await scene.session.prompt("b").outcome;
  await reading;
  assert.deepEqual(entries, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test("S1-67: each of several readers receives all events, and one that unsubscribes affects no other", async () => {
  await using scene = await openScene({ script: ["one", "two"] });
  const one = scene.session.prompt("a");
  const counts = await Promise.all([read(one), read(one)]);
  assert.equal(counts[0]?.length, counts[1]?.length);
  const two = scene.session.prompt("b");
  const unsubscribing = (async () => {
    for await (const _ of two) break;
  })();
  assert.equal((await read(two)).at(-1)?.type, "run_end");
  await unsubscribing;
});

test("merges deltas of one part for a slow reader without losing text", async () => {
  const text = "x".repeat(20_000);
  await using scene = await openScene({ script: [text], scripted: { chunk: 4 } });
  const events = scene.session.events();
  const first = events.next();
  await scene.session.prompt("go").outcome;
  const got: Event[] = [(await first).value as Event];
  await scene.session.close();
  for await (const event of events) got.push(event);
  const deltas = got.filter((event) => event.type === "message_delta");
  assert.equal(deltas.map(({ delta }) => delta).join(""), text);
  assert.ok(deltas.length < 400, `${deltas.length} deltas`);
  let place = 0;
  for (const { offset, delta } of deltas) {
    assert.equal(offset, place);
    place += delta.length;
  }
});

test("the runtime's stream has the events of all sessions in order", async () => {
  await using scene = await openScene({ script: ["one", "two"] });
  const other = await scene.runtime.create({ cwd: "/", model: scene.model.info.reference });
  const events = scene.runtime.events();
  await scene.session.prompt("a").outcome;
  await other.prompt("b").outcome;
  await scene.runtime.close();
  const ends = (await read(events)).filter(({ type }) => type === "run_end").map(({ sessionId }) => sessionId);
  assert.deepEqual(ends, [scene.session.id, other.id]);
});

test("a reader that subscribes while an entry is being written receives it once", async () => {
  const slow = Promise.withResolvers<void>();
  const store = faultyStore(memoryStore(), { append: (count) => (count === 1 ? slow.promise : undefined) });
  await using scene = await openScene({ store });
  const appended = scene.session.append({ type: "note" });
  const events = scene.session.events({ after: -1 });
  slow.resolve();
  await appended;
  await scene.session.close();
  const received = (await read(events)).flatMap((event) => (event.type === "entry" ? [event.entry.type] : []));
  assert.deepEqual(received, ["setup", "note"]);
});

test("emits every entry once it is persisted, including the setup and leaf entries", async () => {
  await using scene = await openScene();
  const events = scene.session.events();
  const note = await scene.session.append({ type: "note" });
  await scene.session.fork(note.id, { into: "here", position: "before" });
  await scene.session.close();
  const received = (await read(events)).flatMap((event) => (event.type === "entry" ? [event.entry.type] : []));
  assert.deepEqual(received, ["setup", "note", "leaf"]);
});

test("an event during a pending write has the position of the last written entry", async () => {
  const slow = Promise.withResolvers<void>();
  const store = faultyStore(memoryStore(), { append: (_, [entry]) => (entry?.type === "note" ? slow.promise : undefined) });
  await using scene = await openScene({ store, script: ["one"] });
  let note: Promise<Entry> | undefined;
  const seqs: number[] = [];
  for await (const event of scene.session.prompt("go")) {
    if (event.type === "turn_start") note = scene.session.append({ type: "note" });
    if (event.type === "message_delta") seqs.push(event.seq);
    if (event.type === "part_end") slow.resolve();
  }
  const { seq } = (await note) ?? assert.fail();
  assert.deepEqual(seqs, [seq - 1]);
});

test("a reader that starts at a run's end receives that end and no events of the next run", async () => {
  await using scene = await openScene({ script: ["one", "two"] });
  const events = scene.session.events();
  const run = scene.session.prompt("a");
  const next = scene.session.prompt("b", { whenBusy: "queue" });
  for await (const event of events) if (event.type === "run_end") break;
  const late = await read(run as AsyncIterable<Event>);
  assert.deepEqual(
    late.map((event) => event.type === "run_end" && event.runId),
    [run.id],
  );
  await next.outcome;
});

test("a run has one end, its last event, in the streams of the run, the session and the runtime", async () => {
  await using scene = await openScene({ script: ["one", "two"] });
  const streams = [scene.session.events(), scene.runtime.events()];
  const runs = [scene.session.prompt("a"), scene.session.prompt("b", { whenBusy: "queue" })];
  const reads = runs.map((run) => read(run as AsyncIterable<Event>));
  await runs[1]?.outcome;
  await scene.runtime.close();
  for (const [at, run] of runs.entries()) {
    const own = (await reads[at]) ?? [];
    assert.deepEqual(
      own.flatMap((event) => (event.type === "run_end" || event.type === "run_start" ? [event.runId] : [])),
      [run.id, run.id],
    );
    assert.equal(own.at(-1)?.type, "run_end");
  }
  for (const stream of streams) {
    const ends = (await read(stream)).flatMap((event) => (event.type === "run_end" ? [event.runId] : []));
    assert.deepEqual(
      ends,
      runs.map(({ id }) => id),
    );
  }
});

test("a reader can unsubscribe while it waits, and can request ahead", async () => {
  const stream = new EventStream();
  const event = { type: "session_close", seq: 0, at: 0, sessionId: "s", agent: { id: "s", depth: 0 } } as const;
  const reader = stream.subscribe();
  const asked = [reader.next(), reader.next()];
  stream.publish(event);
  stream.publish({ ...event, seq: 1 });
  assert.deepEqual(
    (await Promise.all(asked)).map(({ value }) => value?.seq),
    [0, 1],
  );
  const waiting = reader.next();
  await reader.return?.();
  assert.equal((await waiting).done, true);
  assert.equal(stream.hasReaders, false);
});

test("keeps the latest progress of a call for a slow reader", async () => {
  const say = sayTool({
    run: async ({ text }, context) => {
      for (let n = 1; n <= 10_000; n++) context.progress(`line ${n}`);
      return { content: [{ type: "text", text }] };
    },
  });
  await using scene = await openScene({ script: [callSay("a"), "ok"], tools: [say] });
  const run = scene.session.prompt("go");
  const reader = run[Symbol.asyncIterator]();
  await run.outcome;
  const received: string[] = [];
  for (let next = await reader.next(); next.done !== true; next = await reader.next()) {
    if (next.value.type === "tool_progress") received.push(next.value.text);
  }
  assert.ok(received.length <= 300, String(received.length));
  assert.equal(received.at(-1), "line 10000");
});
