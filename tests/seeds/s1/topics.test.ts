// S1: events by topics.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ModelError } from "coxswain";
import { type AgentTopicEvent, topicsOf } from "coxswain/facades";
import { openSession, say, says } from "../scene.ts";

/** What a topic told, in short, once its runtime is closed. */
const told = async <Told extends { readonly type: string }>(topic: AsyncIterable<Told>): Promise<Told[]> => Array.fromAsync(topic);

test("S1-47, S1-48, S1-49: agents tell of text, calls, results and their end, and tools of what they do", async () => {
  const tools = [say(), say({ name: "fail", run: () => Promise.reject(new Error("No.")) })];
  const calls = ["say", "fail"].map((name) => ({ name, input: { text: "a" } }));
  const scene = await openSession({ script: [{ text: "I look.", calls }, "Done."], tools });
  const topics = topicsOf(scene.runtime);
  const [agent, tool] = [told(topics.agent()), told(topics.tool())];
  await scene.session.prompt("go").outcome;
  await scene.runtime.close();
  assert.deepEqual(
    (await agent).map(({ type }) => type),
    ["text_delta", "tool_call", "tool_call", "tool_result", "tool_result", "text_delta", "complete"],
  );
  assert.deepEqual(
    (await tool).map(({ type }) => type),
    ["tool_started", "tool_completed", "tool_started", "tool_failed"],
  );
});

test("S1-50: each carries the session and the message that it is about", async () => {
  const scene = await openSession({ script: [says("a"), { text: "ha", error: new ModelError("auth", "Wrong key.") }], tools: [say()] });
  const topics = topicsOf(scene.runtime);
  const [agent, tool] = [told(topics.agent()), told(topics.tool())];
  await scene.session.prompt("go").outcome;
  await scene.runtime.close();
  const all: readonly { readonly sessionId: string; readonly messageId: string }[] = [...(await agent), ...(await tool)];
  assert.ok(all.every(({ sessionId }) => sessionId === scene.session.id));
  assert.ok(all.every(({ messageId }) => messageId !== ""));
  assert.equal((await agent).at(-1)?.type, "error" satisfies AgentTopicEvent["type"]);
});

test("S1-67: several readers each get all, and one that leaves or stops disturbs neither the others nor the session", async () => {
  const scene = await openSession({ script: ["one", "two"] });
  const topics = topicsOf(scene.runtime);
  const whole = told(topics.agent());
  const leaving = (async () => {
    for await (const _ of topics.agent()) throw new Error("I do not listen any more.");
  })();
  const left = assert.rejects(leaving, /not listen/);
  topics.agent();
  for (const text of ["go", "on"]) assert.equal((await scene.session.prompt(text).outcome).kind, "done");
  await left;
  await scene.runtime.close();
  assert.equal((await whole).filter(({ type }) => type === "complete").length, 2);
});
