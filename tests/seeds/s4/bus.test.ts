// S4: events and their order.
import assert from "node:assert/strict";
import { test } from "node:test";
import { type BusEvent, busOf } from "coxswain/facades";
import { collect, say, sayCalls } from "../scene.ts";
import { openOrchestrator, untilBusy } from "./stage.ts";

const typesOf = (events: readonly BusEvent[]): string[] => events.map(({ type }) => type);

test("S4-37, S4-38: emits an iteration's events in order, cost and context usage after each response, and turn_completed only for a successful run", async () => {
  const first = { reasoning: "Hm.", text: "Let me see.", calls: [{ name: "say", input: { text: "a" } }], usage: { input: 100 }, cost: 0.5 };
  await using scene = await openOrchestrator({ script: [first, "Done."], tools: [say()], info: { contextWindow: 200_000 } });
  const emitted = collect(busOf(scene.runtime).subscribe());
  await scene.agent.send(scene.id, "go");
  await scene.agent.close();
  assert.deepEqual(
    (await emitted).map((event) => (event.type === "message_appended" ? `message_appended ${event.message.role}` : event.type)),
    [
      "message_appended user",
      "assistant_thinking_delta",
      "assistant_text_delta",
      "message_appended assistant",
      "cost_updated",
      "context_usage_updated",
      "tool_call_requested",
      "tool_call_completed",
      "message_appended tool",
      "assistant_text_delta",
      "message_appended assistant",
      "cost_updated",
      "context_usage_updated",
      "turn_completed",
    ],
  );
  const costs = (await emitted).flatMap((event) => (event.type === "cost_updated" ? [[event.costUsd, event.sessionUsd]] : []));
  assert.deepEqual(costs, [
    [0.5, 0.5],
    [0, 0.5],
  ]);
});

test("S4-37: emits iteration_limit_reached instead of turn_completed at the limit, and neither for an aborted run", async () => {
  await using scene = await openOrchestrator({ script: (_, turn) => sayCalls(`${turn}`), tools: [say()], setup: { maxTurns: 2 } });
  const emitted = collect(busOf(scene.runtime).subscribe({ types: ["iteration_limit_reached", "turn_completed"] }));
  await scene.agent.send(scene.id, "go");
  await scene.agent.send(scene.id, "go", { signal: AbortSignal.abort() });
  await scene.agent.close();
  assert.deepEqual(typesOf(await emitted), ["iteration_limit_reached"]);
});

test("S4-37: emits neither iteration_limit_reached nor turn_completed for a run that another limit ends", async () => {
  await using scene = await openOrchestrator({ script: () => sayCalls("a"), tools: [say()] });
  const emitted = collect(busOf(scene.runtime).subscribe({ types: ["iteration_limit_reached", "turn_completed"] }));
  const outcome = await scene.agent.send(scene.id, "go");
  assert.equal(outcome?.kind === "limit" && outcome.limit.name, "loop");
  await scene.agent.close();
  assert.deepEqual(await emitted, []);
});

test("S4-37: emits each change of the queue with its depth", async () => {
  const hold = Promise.withResolvers<void>();
  await using scene = await openOrchestrator({ script: [{ text: "One.", hold: hold.promise }, "Two.", "Three."] });
  const emitted = collect(busOf(scene.runtime).subscribe({ types: ["queue_changed"] }));
  const sent = scene.agent.send(scene.id, "first");
  await untilBusy(scene);
  await scene.agent.send(scene.id, "second");
  await scene.agent.send(scene.id, "third");
  const ended = scene.runtime.events({ types: ["run_end"] });
  hold.resolve();
  await sent;
  for (let runs = 0; runs < 3; runs += 1) await ended.next();
  await scene.agent.close();
  assert.deepEqual(
    (await emitted).map(({ depth }) => depth),
    [1, 2, 1, 0],
  );
});

test("S4-39: emits a tool's permission questions and progress while it runs", async () => {
  const tool = {
    ...say({ effect: "write", run: async (_, context) => context.progress("half of it") }),
    permissionRequests: () => [{ tool: "say", effect: "write" as const, subject: "a file" }],
  };
  await using scene = await openOrchestrator({
    script: [sayCalls("a"), "Done."],
    tools: [tool],
    policy: () => undefined,
    ask: async () => ({ kind: "once" }),
  });
  const types = ["tool_call_requested", "permission_asked", "permission_replied", "tool_progress", "tool_call_completed"] as const;
  const emitted = collect(busOf(scene.runtime).subscribe({ types }));
  await scene.agent.send(scene.id, "go");
  await scene.agent.close();
  assert.deepEqual(typesOf(await emitted), types);
});

test("S4-46: events have the times of the runtime's clock", async () => {
  await using scene = await openOrchestrator({ script: ["Done."], now: () => 1_234_567 });
  const emitted = collect(busOf(scene.runtime).subscribe());
  await scene.agent.send(scene.id, "go");
  await scene.agent.close();
  assert.ok((await emitted).every(({ at }) => at.getTime() === 1_234_567));
  assert.ok((await emitted).length > 0);
});

test("S4-47: emits the context usage if the window is known", async () => {
  await using scene = await openOrchestrator({
    script: [{ text: "Done.", usage: { input: 50_000 } }],
    info: { contextWindow: 200_000 },
  });
  const emitted = collect(busOf(scene.runtime).subscribe({ types: ["context_usage_updated"] }));
  await scene.agent.send(scene.id, "go");
  await scene.agent.close();
  const [usage] = await emitted;
  assert.deepEqual([usage?.usedTokens, usage?.windowTokens, usage?.pctUsed], [50_000, 200_000, 0.25]);
});

test("a subscription to one session has no events of others, and a slow reader loses only deltas, which are counted", async () => {
  await using scene = await openOrchestrator({ script: () => ({ reasoning: "Hm.", text: "Done." }) });
  const other = await scene.create();
  const slow = busOf(scene.runtime).subscribe({ session: other.id, buffer: 1 });
  await scene.agent.send(scene.id, "go");
  await scene.agent.send(other.id, "go");
  await scene.agent.close();
  const emitted = await collect(slow);
  assert.ok(emitted.every(({ sessionId }) => sessionId === other.id));
  assert.deepEqual(typesOf(emitted), ["message_appended", "message_appended", "cost_updated", "context_usage_updated", "turn_completed"]);
  assert.equal(slow.dropped, 2);
});
