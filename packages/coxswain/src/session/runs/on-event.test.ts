import assert from "node:assert/strict";
import { test } from "node:test";
import { collect, openScene, callSay, sayTool, transcript, typesIn } from "../../runtime/runtime.fixture.ts";
import type { RunObserver } from "./run.ts";

/** Returns a tool that records its input. */
const recording = (notes: string[]) => sayTool({ run: async ({ text }) => (notes.push(text), { content: [{ type: "text", text }] }) });

test("S1-18: an observer receives the event of a call before the call runs", async () => {
  const notes: string[] = [];
  await using scene = await openScene({ script: [callSay("a", "b"), "done"], tools: [recording(notes)] });
  const onEvent: RunObserver = (event) => event.type === "tool_call" && notes.push(`call ${event.call.name}`);
  assert.equal((await scene.session.prompt("go", { onEvent }).outcome).kind, "done");
  assert.deepEqual(notes, ["call say", "call say", "a", "b"]);
});

test("an exception of an observer fails the run, and cancels the calls that have not started", async () => {
  const notes: string[] = [];
  await using scene = await openScene({ script: [callSay("a", "b"), "never"], tools: [recording(notes)] });
  const run = scene.session.prompt("go", {
    onEvent(event) {
      if (event.type === "tool_call") throw new TypeError("The screen is closed.");
    },
  });
  assert.deepEqual(await run.outcome, { kind: "failed", error: { code: "internal", message: "The screen is closed." } });
  assert.deepEqual(notes, []);
  assert.match(transcript(scene.session).at(-1) ?? "", /cancelled Cancelled because the run failed before it started/);
  assert.equal(typesIn(scene.session.entries).at(-1), "run_end");
  assert.equal((await scene.session.prompt("again").outcome).kind, "done");
});

test("a rejected promise of an observer fails the run too", async () => {
  await using scene = await openScene({ script: [{ text: "one", hold: new Promise(() => {}) }] });
  const onEvent: RunObserver = async ({ type }) => {
    if (type === "message_delta") throw new Error("No room.");
  };
  const outcome = await scene.session.prompt("go", { onEvent }).outcome;
  assert.equal(outcome.kind === "failed" && outcome.error.message, "No room.");
});

test("an exception of an observer at the run's end is a warning and does not change the outcome", async () => {
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

test("an event that an observer causes follows the event that it observed", async () => {
  await using scene = await openScene({ script: [callSay("a"), "done"], tools: [sayTool()] });
  const onEvent: RunObserver = (event) => event.type === "tool_call" && scene.session.steer("Wait.");
  const types = (await collect(scene.session.prompt("go", { onEvent }))).map(({ type }) => type);
  assert.equal(types[types.indexOf("tool_call") + 1], "queue_change");
});

test("an observer receives the same events as an iterator of the run", async () => {
  const observed: string[] = [];
  await using scene = await openScene({ script: ["one"] });
  const read = await collect(scene.session.prompt("go", { onEvent: ({ type }) => observed.push(type) }));
  assert.deepEqual(
    observed,
    read.map(({ type }) => type),
  );
});
