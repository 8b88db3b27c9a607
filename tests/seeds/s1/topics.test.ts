// S1: events by topics.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ModelError } from "coxswain";
import { type AgentTopicEvent, topicsOf } from "coxswain/facades";
import { history } from "coxswain/session";
import { openSession, say, sayCalls } from "../scene.ts";

/** Events of a topic until its runtime is closed. */
const collectAll = async <TopicEvent extends { readonly type: string }>(topic: AsyncIterable<TopicEvent>): Promise<TopicEvent[]> =>
  Array.fromAsync(topic);

test("S1-47, S1-48, S1-49: the agent topic emits text, calls, results and the end, and the tool topic each tool's progress", async () => {
  const tools = [say(), say({ name: "fail", run: () => Promise.reject(new Error("No.")) })];
  const calls = ["say", "fail"].map((name) => ({ name, input: { text: "a" } }));
  const failing = { text: "ha", error: new ModelError("auth", "Wrong key.") };
  const scene = await openSession({ script: [{ text: "I look.", calls }, "Done.", failing], tools });
  const topics = topicsOf(scene.runtime);
  const [agent, tool] = [collectAll(topics.agent()), collectAll(topics.tool())];
  for (const text of ["go", "on"]) await scene.session.prompt(text).outcome;
  await scene.runtime.close();
  const turns = ["text_delta", "tool_call", "tool_call", "tool_result", "tool_result", "text_delta"];
  assert.deepEqual(
    (await agent).map(({ type }) => type),
    [...turns, "complete", "text_delta", "error"],
  );
  assert.deepEqual(
    (await tool).map(({ type }) => type),
    ["tool_started", "tool_completed", "tool_started", "tool_failed"],
  );
});

test("S1-50: each event has its session and message", async () => {
  const scene = await openSession({ script: [sayCalls("a"), { text: "ha", error: new ModelError("auth", "Wrong key.") }], tools: [say()] });
  const topics = topicsOf(scene.runtime);
  const [agent, tool] = [collectAll(topics.agent()), collectAll(topics.tool())];
  await scene.session.prompt("go").outcome;
  await scene.runtime.close();
  const all: readonly { readonly sessionId: string; readonly messageId: string }[] = [...(await agent), ...(await tool)];
  assert.ok(all.every(({ sessionId }) => sessionId === scene.session.id));
  assert.ok(all.every(({ messageId }) => messageId !== ""));
  assert.equal((await agent).at(-1)?.type, "error" satisfies AgentTopicEvent["type"]);
});

test("S1-50: an event names the message that it is about, in sessions that run at the same time", async () => {
  const scene = await openSession({
    script: ({ messages }) =>
      messages.at(-1)?.role === "tool" ? "Done." : { text: "I look.", calls: [{ name: "say", input: { text: "a" } }] },
    tools: [say()],
  });
  const other = await scene.create();
  const topics = topicsOf(scene.runtime);
  const [agent, tool] = [collectAll(topics.agent()), collectAll(topics.tool())];
  const sessions = [scene.session, other];
  await Promise.all(sessions.map((session) => session.prompt("go").outcome));
  const answers = new Map(
    sessions.map((session) => [session.id, history(session).flatMap(({ id, message }) => (message.role === "assistant" ? [id] : []))]),
  );
  await scene.runtime.close();
  for (const { id } of sessions) {
    const [first, second] = answers.get(id) ?? assert.fail();
    const of = (events: readonly { readonly sessionId: string; readonly type: string; readonly messageId: string }[]) =>
      events.filter(({ sessionId }) => sessionId === id).map(({ type, messageId }) => [type, messageId]);
    assert.deepEqual(of(await agent), [
      ["text_delta", first],
      ["tool_call", first],
      ["tool_result", first],
      ["text_delta", second],
      ["complete", second],
    ]);
    assert.deepEqual(of(await tool), [
      ["tool_started", first],
      ["tool_completed", first],
    ]);
  }
});

test("S1-67: each reader receives all events, and one that throws or stops affects neither the others nor the session", async () => {
  const scene = await openSession({ script: ["one", "two"] });
  const topics = topicsOf(scene.runtime);
  const whole = collectAll(topics.agent());
  const leaving = (async () => {
    for await (const _ of topics.agent()) throw new Error("The reader failed.");
  })();
  const rejected = assert.rejects(leaving, /reader failed/);
  topics.agent();
  for (const text of ["go", "on"]) assert.equal((await scene.session.prompt(text).outcome).kind, "done");
  await scene.runtime.close();
  await rejected;
  assert.equal((await whole).filter(({ type }) => type === "complete").length, 2);
});
