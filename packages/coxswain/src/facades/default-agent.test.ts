import assert from "node:assert/strict";
import { test } from "node:test";
import { type Script, textOf } from "../model/index.ts";
import { openScene, says, sayTool, transcript, typesIn } from "../runtime/runtime.fixture.ts";
import { DefaultAgent } from "./default-agent.ts";

const open = async (script: Parameters<typeof openScene>[0] & object, tools = [sayTool()]) => {
  const scene = await openScene(script);
  return { ...scene, agent: new DefaultAgent({ runtime: scene.runtime, model: scene.model.info.reference, tools, workingDir: "/" }) };
};

test("a session is told what the agent is once, and again when it was opened anew", async () => {
  await using scene = await open({ script: ["one", "two", says("a"), "three"] });
  const session = await scene.agent.sessions.current();
  for (const text of ["go", "on"]) await scene.agent.send(text);
  assert.equal(typesIn(session.entries).filter((type) => type === "tools_change").length, 1);
  await session.close();
  await scene.agent.send("and on");
  const again = await scene.agent.sessions.current();
  assert.equal(transcript(again).at(-2), "tool: a");
  assert.ok(!typesIn(again.entries).includes("model_change"));
});

test("a callback is not told of agents that work for the session", async () => {
  const spawning = sayTool({
    async run(_, context) {
      await (await context.spawn({})).prompt("Look around.").outcome;
      return { content: [] };
    },
  });
  await using scene = await open({ script: [says("a"), "from below", "done"] }, [spawning]);
  const told: string[] = [];
  await scene.agent.send("go", {}, { onTextDelta: (text) => told.push(text) });
  assert.deepEqual(told, ["done"]);
});

test("what is cancelled before it has begun is aborted, and the session is free again", async () => {
  await using scene = await open({ script: ["one"] });
  const aborted = await scene.agent.send("go", { signal: AbortSignal.abort() });
  assert.equal(aborted.kind, "aborted");
  assert.equal((await scene.agent.send("on")).kind, "done");
});

test("S1-40, S1-41: a run that somebody else began makes a session busy as well, and is cancelled as well", async () => {
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
