import assert from "node:assert/strict";
import { test } from "node:test";
import { collect, openScene, says, sayTool, transcript, typesIn } from "../../runtime/runtime.fixture.ts";
import type { RunObserver } from "./run.ts";

/** A tool that notes what it is asked to say. */
const noting = (notes: string[]) => sayTool({ run: async ({ text }) => (notes.push(text), { content: [{ type: "text", text }] }) });

test("S1-18: who watches a run is told of a call before it runs", async () => {
  const notes: string[] = [];
  await using scene = await openScene({ script: [says("a", "b"), "done"], tools: [noting(notes)] });
  const onEvent: RunObserver = (event) => event.type === "tool_call" && notes.push(`call ${event.call.name}`);
  assert.equal((await scene.session.prompt("go", { onEvent }).outcome).kind, "done");
  assert.deepEqual(notes, ["call say", "call say", "a", "b"]);
});

test("what its watcher throws fails the run, and no call that has not started runs", async () => {
  const notes: string[] = [];
  await using scene = await openScene({ script: [says("a", "b"), "never"], tools: [noting(notes)] });
  const run = scene.session.prompt("go", {
    onEvent(event) {
      if (event.type === "tool_call") throw new TypeError("The screen is gone.");
    },
  });
  assert.deepEqual(await run.outcome, { kind: "failed", error: { code: "internal", message: "The screen is gone." } });
  assert.deepEqual(notes, []);
  assert.match(transcript(scene.session).at(-1) ?? "", /cancelled Cancelled as the run failed before it started/);
  assert.equal(typesIn(scene.session.entries).at(-1), "run_end");
  assert.equal((await scene.session.prompt("again").outcome).kind, "done");
});

test("a watcher that rejects fails the run as well", async () => {
  await using scene = await openScene({ script: [{ text: "one", hold: new Promise(() => {}) }] });
  const onEvent: RunObserver = async ({ type }) => {
    if (type === "message_delta") throw new Error("No room.");
  };
  const outcome = await scene.session.prompt("go", { onEvent }).outcome;
  assert.equal(outcome.kind === "failed" && outcome.error.message, "No room.");
});

test("what a watcher throws at the run's end is a warning: the outcome stands", async () => {
  await using scene = await openScene({ script: ["one"] });
  const events = scene.session.events();
  const run = scene.session.prompt("go", {
    onEvent({ type }) {
      if (type === "run_end") throw new Error("Too late.");
    },
  });
  assert.equal((await run.outcome).kind, "done");
  await scene.session.close();
  const warning = (await Array.fromAsync(events)).find((event) => event.type === "warning");
  assert.match(warning?.message ?? "", /Too late/);
});

test("what a watcher does is told after what it was told of", async () => {
  await using scene = await openScene({ script: [says("a"), "done"], tools: [sayTool()] });
  const onEvent: RunObserver = (event) => event.type === "tool_call" && scene.session.steer("Wait.");
  const types = (await collect(scene.session.prompt("go", { onEvent }))).map(({ type }) => type);
  assert.equal(types[types.indexOf("tool_call") + 1], "queue_change");
});

test("who watches is told all that a reader of the run is told", async () => {
  const told: string[] = [];
  await using scene = await openScene({ script: ["one"] });
  const read = await collect(scene.session.prompt("go", { onEvent: ({ type }) => told.push(type) }));
  assert.deepEqual(
    told,
    read.map(({ type }) => type),
  );
});
