import assert from "node:assert/strict";
import { test } from "node:test";
import { openScene, callSay, sayTool } from "../runtime/runtime.fixture.ts";
import { busOf } from "./bus.ts";

const delegating = sayTool({
  run: async (_, context) => {
    await (await context.spawn({})).prompt("Look around.").outcome;
    return { content: [] };
  },
});

test("events of a session's agents carry the agents' ids, each event once", async () => {
  await using scene = await openScene({ script: [callSay("a"), "From below.", "Done."], tools: [delegating] });
  const all = Array.fromAsync(busOf(scene.runtime).subscribe({ types: ["turn_completed"] }));
  const own = Array.fromAsync(busOf(scene.runtime).subscribe({ types: ["turn_completed"], session: scene.session.id }));
  await scene.session.prompt("go").outcome;
  await scene.runtime.close();
  assert.equal((await own).length, 1);
  assert.equal((await all).length, 2);
  assert.notEqual((await all)[0]?.sessionId, scene.session.id);
});

test("a closed subscription receives no more events, and other subscriptions continue", async () => {
  await using scene = await openScene({ script: ["One.", "Two."] });
  const bus = busOf(scene.runtime);
  const staying = Array.fromAsync(bus.subscribe({ types: ["turn_completed"] }));
  const leaving = (async () => {
    for await (const { type } of bus.subscribe()) if (type === "turn_completed") return type;
    return assert.fail("no turn was completed");
  })();
  await scene.session.prompt("one").outcome;
  assert.equal(await leaving, "turn_completed");
  await scene.session.prompt("two").outcome;
  await scene.runtime.close();
  assert.equal((await staying).length, 2);
});

test("events that a reader filters out do not fill its buffer, and are not counted as dropped", async () => {
  await using scene = await openScene({ script: () => ({ text: "a long answer" }) });
  const other = await scene.runtime.create({ model: scene.model.info.reference, cwd: "/" });
  const bus = busOf(scene.runtime);
  const ends = bus.subscribe({ types: ["turn_completed"], buffer: 1 });
  const own = bus.subscribe({ types: ["assistant_text_delta"], session: scene.session.id, buffer: 1_000 });
  await scene.session.prompt("go").outcome;
  await other.prompt("go").outcome;
  await scene.runtime.close();
  assert.equal((await Array.fromAsync(ends)).length, 2);
  const deltas = await Array.fromAsync(own);
  assert.equal(deltas.map(({ text }) => text).join(""), "a long answer");
  assert.deepEqual([ends.dropped, own.dropped], [0, 0]);
});
