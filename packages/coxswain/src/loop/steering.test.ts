import assert from "node:assert/strict";
import { test } from "node:test";
import { textOf } from "../model/index.ts";
import { collect, messagesOf, openScene, callSay, sayTool, transcript } from "../runtime/runtime.fixture.ts";
import { textResult } from "./tool.ts";

/** A tool that steers or sends a follow-up while it runs, if its text starts with the word. */
const steeringTool = (scene: () => { steer(text: string): unknown; followUp(text: string): unknown }) =>
  sayTool({
    run: async ({ text }) => {
      if (text.startsWith("steer ")) scene().steer(text.slice(6));
      if (text.startsWith("follow ")) scene().followUp(text.slice(7));
      return textResult(text);
    },
  });

test("S0-18, S0-23, S0-31, S0-41, S0-82: steering during a tool skips the later calls and reaches the next turn", async () => {
  const tool = steeringTool(() => scene.session);
  await using scene = await openScene({ script: [callSay("steer look here", "b", "c"), "looking"], tools: [tool] });
  await scene.session.prompt("go").outcome;
  assert.deepEqual(transcript(scene.session), [
    "user: go",
    'assistant: [say {"text":"steer look here"}] [say {"text":"b"}] [say {"text":"c"}]',
    "tool: steer look here",
    "tool: !skipped Skipped: the user steered the run.",
    "tool: !skipped Skipped: the user steered the run.",
    "user: look here",
    "assistant: looking",
  ]);
});

test("S0-27, S0-31: all steering messages are sent with the next request, in order", async () => {
  const tool = sayTool({
    run: async ({ text }) => {
      scene.session.steer("first");
      scene.session.steer("second");
      return textResult(text);
    },
  });
  await using scene = await openScene({ script: [callSay("a"), "done"], tools: [tool] });
  await scene.session.prompt("go").outcome;
  assert.deepEqual(
    scene.model.requests[1]?.messages.map(({ role }) => role),
    ["user", "assistant", "tool", "user", "user"],
  );
});

test("with `after-batch` steering waits for the calls of the response", async () => {
  const tool = steeringTool(() => scene.session);
  await using scene = await openScene({ script: [callSay("steer now", "b"), "done"], tools: [tool], steerMode: "after-batch" });
  await scene.session.prompt("go").outcome;
  assert.deepEqual(transcript(scene.session).slice(2, 5), ["tool: steer now", "tool: b", "user: now"]);
});

test("S2-06, S2-22: a prompt that arrives while the model answers is sent with the next request, after the results", async () => {
  const hold = Promise.withResolvers<void>();
  await using scene = await openScene({
    script: [{ ...(callSay("a", "b") as object), hold: hold.promise }, "done"],
    tools: [sayTool()],
    steerMode: "after-batch",
  });
  const run = scene.session.prompt("go");
  for await (const { type } of run) if (type === "message_delta") break;
  scene.session.prompt("and this", { whenBusy: "steer" });
  hold.resolve();
  await run.outcome;
  assert.equal(scene.model.requests.length, 2);
  assert.deepEqual(
    scene.model.requests[1]?.messages.map((message) => `${message.role}: ${textOf(message)}`),
    ["user: go", "assistant: ", "tool: a", "tool: b", "user: and this"],
  );
});

test("S0-13: steering while the model answers without calls leads to another turn", async () => {
  const hold = Promise.withResolvers<void>();
  await using scene = await openScene({ script: [{ text: "nearly done", hold: hold.promise }, "done"] });
  const run = scene.session.prompt("go");
  for await (const event of run) {
    if (event.type === "part_end" && event.text === "nearly done") {
      assert.equal(run.steer("wait"), "queued");
      hold.resolve();
    }
  }
  assert.deepEqual(transcript(scene.session), ["user: go", "assistant: nearly done", "user: wait", "assistant: done"]);
});

test("S0-12, S0-24, S0-32, S0-42: follow-ups are sent together when the run would end, and not before", async () => {
  const tool = sayTool({
    run: async ({ text }) => {
      scene.session.followUp("then test");
      scene.session.followUp("then commit");
      return textResult(text);
    },
  });
  await using scene = await openScene({ script: [callSay("a"), "changed", "tested"], tools: [tool] });
  await scene.session.prompt("go").outcome;
  assert.deepEqual(transcript(scene.session), [
    "user: go",
    'assistant: [say {"text":"a"}]',
    "tool: a",
    "assistant: changed",
    "user: then test",
    "user: then commit",
    "assistant: tested",
  ]);
});

test("steering is sent before follow-ups", async () => {
  const hold = Promise.withResolvers<void>();
  await using scene = await openScene({ script: [{ text: "one", hold: hold.promise }, "two", "three"] });
  const run = scene.session.prompt("go");
  for await (const event of run) {
    if (event.type === "part_end" && event.text === "one") {
      run.followUp("later");
      run.steer("sooner");
      hold.resolve();
    }
  }
  assert.deepEqual(transcript(scene.session), [
    "user: go",
    "assistant: one",
    "user: sooner",
    "assistant: two",
    "user: later",
    "assistant: three",
  ]);
});

test("S0-19: messages after the last check of the queue are rejected, and never lost", async () => {
  await using scene = await openScene({ script: ["done", "again"] });
  const run = scene.session.prompt("go");
  let late: string | undefined;
  for await (const event of run) {
    if (event.type === "turn_end") late = run.followUp("too late?");
  }
  assert.equal(late, "settled");
  assert.deepEqual(transcript(scene.session), ["user: go", "assistant: done"]);
});

test("changes of the queue are emitted with its lengths", async () => {
  const tool = steeringTool(() => scene.session);
  await using scene = await openScene({ script: [callSay("follow later", "steer now"), "one", "two"], tools: [tool] });
  const events = await collect(scene.session.prompt("go"));
  const changes = events.filter((event) => event.type === "queue_change").map(({ steering, followUps }) => [steering, followUps]);
  assert.deepEqual(changes, [
    [0, 1],
    [1, 1],
    [0, 1],
    [0, 0],
  ]);
});

test("messages that a failed run left in the queue are sent with the next prompt", async () => {
  const tool = sayTool({
    run: async ({ text }) => {
      scene.session.followUp("and this");
      return textResult(text);
    },
  });
  await using scene = await openScene({ script: [callSay("a"), { cut: true }, "done"], tools: [tool], retry: { tries: 0 } });
  assert.equal((await scene.session.prompt("go").outcome).kind, "failed");
  assert.deepEqual(scene.session.state.queue.followUps, ["and this"]);
  await scene.session.prompt("again").outcome;
  assert.deepEqual(transcript(scene.session).slice(-3), ["user: and this", "user: again", "assistant: done"]);
  assert.equal(messagesOf(scene.session).length, 6);
});
