import assert from "node:assert/strict";
import { test } from "node:test";
import { type Answer, createRuntime, type SendResult, fixedModels, memoryStore, scriptedModel, textOf, textResult } from "coxswain";
import { history } from "coxswain/session";
import { anyInputTool } from "../any-input-tool.ts";

/** A barrier: returns a function whose promises resolve after `count` calls. */
const barrier = (count: number): (() => Promise<void>) => {
  const full = Promise.withResolvers<void>();
  let waiting = 0;
  return () => {
    waiting += 1;
    if (waiting === count) full.resolve();
    return full.promise;
  };
};

test("S1-62, S4-10: runs 250 sessions concurrently in one process, each with its own history", async () => {
  const count = 250;
  const [requested, executing] = [barrier(count), barrier(count)];
  const model = scriptedModel(async ({ messages }) => {
    const [first] = messages;
    if (messages.length > 1) return `done with ${first === undefined ? "" : textOf(first)}`;
    // Every session has sent its request before the first is answered.
    await requested();
    return { calls: [{ name: "work", input: {} }] };
  });
  const work = anyInputTool("work", {
    effect: "write",
    // Every call has started before the first returns.
    execute: async (_, { sessionId }) => {
      await executing();
      return textResult(sessionId);
    },
  });
  await using runtime = createRuntime({
    store: memoryStore(),
    models: fixedModels(model),
    tools: [work],
    policy: () => ({ verdict: "allow", reason: "a test" }),
  });
  const sessions = await Promise.all(Array.from({ length: count }, () => runtime.create({ model: model.info.reference, cwd: "/" })));
  const outcomes = await Promise.all(sessions.map(({ id }, at) => runtime.send(id, `task ${at}`)));
  assert.deepEqual(new Set(outcomes.map(endingOf)), new Set(["done"]));
  for (const [at, session] of sessions.entries()) {
    assert.deepEqual(
      history(session).map(({ message }) => textOf(message)),
      [`task ${at}`, "", session.id, `done with task ${at}`],
    );
  }
});

test("S1-62, S4-10: a pending permission question or a silent model in one session does not block other sessions", async () => {
  const answer = Promise.withResolvers<Answer>();
  const stalled = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  const model = scriptedModel(({ messages }) => {
    const [first] = messages;
    const text = first === undefined ? "" : textOf(first);
    if (text === "stall") return { before: stalled.promise, text: "At last." };
    return messages.length === 1 && text === "ask" ? { calls: [{ name: "work", input: {} }] } : "Done.";
  });
  const work = anyInputTool("work", {
    effect: "write",
    permissionRequests: () => [{ tool: "work", effect: "write", subject: "a file" }],
    execute: async () => textResult("Worked."),
  });
  await using runtime = createRuntime({
    store: memoryStore(),
    models: fixedModels(model),
    tools: [work],
    policy: () => undefined,
    ask: () => {
      asked.resolve();
      return answer.promise;
    },
  });
  const open = () => runtime.create({ model: model.info.reference, cwd: "/" });
  const [asking, stalling] = [await open(), await open()];
  const held = [runtime.send(asking.id, "ask"), runtime.send(stalling.id, "stall")];
  await asked.promise;
  const others = await Promise.all(Array.from({ length: 50 }, open));
  const outcomes = await Promise.all(others.map(({ id }) => runtime.send(id, "go")));
  assert.ok(outcomes.every((sent) => endingOf(sent) === "done"));
  assert.deepEqual([asking.status, stalling.status], ["running", "running"]);
  answer.resolve({ kind: "once" });
  stalled.resolve();
  assert.deepEqual((await Promise.all(held)).map(endingOf), ["done", "done"]);
});

const endingOf = (sent: SendResult): string => (sent.kind === "ended" ? sent.outcome.kind : sent.kind);
