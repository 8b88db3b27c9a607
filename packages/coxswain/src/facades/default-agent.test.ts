import assert from "node:assert/strict";
import { test } from "node:test";
import { type Script, textOf } from "../model/index.ts";
import { openScene, callSay, sayTool, transcript, typesIn } from "../runtime/runtime.fixture.ts";
import { DefaultAgent } from "./default-agent.ts";

const open = async (script: Parameters<typeof openScene>[0] & object, tools = [sayTool()]) => {
  const scene = await openScene(script);
  return { ...scene, agent: new DefaultAgent({ runtime: scene.runtime, model: scene.model.info.reference, tools, workingDir: "/" }) };
};

test("applies the agent's settings to a session once, and again when it is opened again", async () => {
  await using scene = await open({ script: ["one", "two", callSay("a"), "three"] });
  const session = await scene.agent.sessions.current();
  for (const text of ["go", "on"]) await scene.agent.send(text);
  assert.equal(typesIn(session.entries).filter((type) => type === "tools_change").length, 1);
  await session.close();
  await scene.agent.send("and on");
  const again = await scene.agent.sessions.current();
  assert.equal(transcript(again).at(-2), "tool: a");
  assert.ok(!typesIn(again.entries).includes("model_change"));
});

test("callbacks receive no events of the session's agents", async () => {
  const spawning = sayTool({
    async run(_, context) {
      await (await context.spawn({})).prompt("Look around.").outcome;
      return { content: [] };
    },
  });
  await using scene = await open({ script: [callSay("a"), "from below", "done"] }, [spawning]);
  const deltas: string[] = [];
  await scene.agent.send("go", {}, { onTextDelta: (text) => deltas.push(text) });
  assert.deepEqual(deltas, ["done"]);
});

test("a request that is cancelled before it starts is aborted, and the session is idle again", async () => {
  await using scene = await open({ script: ["one"] });
  const aborted = await scene.agent.send("go", { signal: AbortSignal.abort() });
  assert.equal(aborted.kind, "aborted");
  assert.equal((await scene.agent.send("on")).kind, "done");
});

test("S1-40, S1-41: cancel ends a request whose session is still being opened, and nothing is sent or stored", async () => {
  await using scene = await open({ script: ["one"] });
  const { id } = await scene.agent.sessions.current();
  const session = scene.runtime.opened(id);
  await session?.append({ type: "note" });
  await session?.close();
  const sending = scene.agent.send("go", { sessionId: id });
  assert.equal(scene.runtime.opened(id), undefined);
  assert.equal(scene.agent.isBusy(id), true);
  scene.agent.cancel(id);
  assert.equal((await sending).kind, "aborted");
  assert.equal(scene.agent.isBusy(id), false);
  assert.deepEqual([scene.model.requests.length, await scene.agent.history(id)], [0, []]);
  assert.equal((await scene.agent.send("on")).kind, "done");
});

test("a session that is being opened for a request is busy for others", async () => {
  await using scene = await open({ script: ["one"] });
  const { id } = await scene.agent.sessions.current();
  await scene.runtime.opened(id)?.append({ type: "note" });
  await scene.runtime.opened(id)?.close();
  const [first, second] = [scene.agent.send("go"), scene.agent.send("more", { sessionId: id })];
  await assert.rejects(second, { code: "session_busy" });
  assert.equal((await first).kind, "done");
});

test("S1-33, S1-34: the agent's prefix is the first block of a new session's system prompt", async () => {
  await using scene = await openScene({ script: ["one"] });
  const config = { runtime: scene.runtime, model: scene.model.info.reference, workingDir: "/" };
  await new DefaultAgent({ ...config, systemPrefix: "You work for the harbour.", systemPrompt: "Be kind." }).send("go");
  assert.deepEqual(scene.model.requests[0]?.system.slice(0, 2), ["You work for the harbour.", "Be kind."]);
});

test("S1-40, S1-41: a run of another caller makes a session busy too, and can be cancelled too", async () => {
  const script: Script = ({ messages }) => (messages.map(textOf).at(-1) === "go" ? { text: "one", hold: new Promise(() => {}) } : "two");
  await using scene = await open({ script });
  const session = await scene.agent.sessions.current();
  const run = session.prompt("go");
  assert.equal(scene.agent.isBusy(session.id), true);
  await assert.rejects(scene.agent.send("on"), { code: "session_busy" });
  scene.agent.cancel(session.id);
  assert.equal((await run.outcome).kind, "aborted");
  assert.equal(scene.agent.isBusy(session.id), false);
  assert.equal((await scene.agent.send("on")).kind, "done");
});
