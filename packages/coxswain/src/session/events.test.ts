import assert from "node:assert/strict";
import { test } from "node:test";
import { openScene, says, sayTool } from "../runtime/runtime.fixture.ts";
import type { Event } from "./event.ts";

const read = async (events: AsyncIterable<Event>): Promise<Event[]> => {
  const got: Event[] = [];
  for await (const event of events) got.push(event);
  return got;
};

test("S1-50, S3-33: every event says when, where in the log, of which session and of which agent it is, and is frozen", async () => {
  await using scene = await openScene({ script: [says("a"), "done"], tools: [sayTool()] });
  for await (const event of scene.session.prompt("go")) {
    assert.equal(event.sessionId, scene.session.id);
    assert.deepEqual(event.agent, { id: scene.session.id, depth: 0 });
    assert.equal(typeof event.at, "number");
    assert.ok(event.seq >= -1 && event.seq <= scene.session.entries.length);
    assert.ok(Object.isFrozen(event));
  }
});

test("who comes late gets the facts after the one they know, and nothing twice", async () => {
  await using scene = await openScene({ script: ["one"] });
  await scene.session.prompt("a").outcome;
  const all = await read(scene.session.events({ after: -1, live: false }));
  assert.deepEqual(
    all.map(({ seq }) => seq),
    [0, 1, 2, 3, 4],
  );
  const some = await read(scene.session.events({ after: 2, live: false }));
  assert.deepEqual(
    some.map(({ seq }) => seq),
    [3, 4],
  );
});

test("after the facts comes what happens, without a gap", async () => {
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
  assert.deepEqual(entries, [0, 1, 2, 3, 4, 5, 6, 7, 8]);
});

test("S1-67: several readers each get all, and one that leaves disturbs none", async () => {
  await using scene = await openScene({ script: ["one", "two"] });
  const one = scene.session.prompt("a");
  const counts = await Promise.all([read(one), read(one)]);
  assert.equal(counts[0]?.length, counts[1]?.length);
  const two = scene.session.prompt("b");
  const leaving = (async () => {
    for await (const _ of two) break;
  })();
  assert.equal((await read(two)).at(-1)?.type, "run_end");
  await leaving;
});

test("for a slow reader deltas of one part are joined, and nothing of the text is lost", async () => {
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

test("the runtime's stream has the events of all its sessions, as they arrive", async () => {
  await using scene = await openScene({ script: ["one", "two"] });
  const other = await scene.runtime.create({ cwd: "/", model: scene.model.info.reference });
  const events = scene.runtime.events();
  await scene.session.prompt("a").outcome;
  await other.prompt("b").outcome;
  await scene.runtime.close();
  const ends = (await read(events)).filter(({ type }) => type === "run_end").map(({ sessionId }) => sessionId);
  assert.deepEqual(ends, [scene.session.id, other.id]);
});
