import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { memoryStore, SessionInUseError, type Store } from "../log/index.ts";
import { fixedModels } from "../model/index.ts";
import { allowAll } from "../policy/index.ts";
import { agentTool, answerOf, delegates, replies } from "../session/agents/agents.fixture.ts";
import { jsonlStore } from "../store/index.ts";
import { createRuntime } from "./create-runtime.ts";
import { openScene } from "./runtime.fixture.ts";
import { sessionIndex } from "./session-index.ts";
import { sessionTrash } from "./session-trash.ts";

const USAGE = { input: 10, output: 2 };

/** Creates a session with an agent that has another agent. Each of the five responses costs a dollar. */
const openTree = async (store: Store) => {
  const ids: string[] = [];
  const tool = agentTool(async (context, text) => {
    const agent = await context.spawn({});
    ids.push(agent.id);
    return answerOf(agent, text);
  });
  const answers = replies({ go: delegates("one"), one: delegates("two") });
  const scene = await openScene({
    store,
    tools: [tool],
    cwd: tmpdir(),
    async script(request, turn) {
      const answer = typeof answers === "function" ? await answers(request, turn) : "";
      return { ...(typeof answer === "string" ? { text: answer } : answer), usage: USAGE, cost: 1 };
    },
  });
  await scene.session.prompt("go").outcome;
  return { ...scene, ids: [scene.session.id, ...ids] };
};

const openStored = async () => {
  const directory = mkdtempSync(join(tmpdir(), "coxswain-agents-"));
  const scene = await openTree(jsonlStore({ directory }));
  return {
    ...scene,
    index: sessionIndex({ directory }),
    trash: sessionTrash({ directory }),
    async [Symbol.asyncDispose]() {
      await scene.runtime.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
};

const idsOf = async (sessions: AsyncIterable<{ readonly id: string }> | readonly { readonly id: string }[]): Promise<readonly string[]> =>
  (await Array.fromAsync(sessions)).map(({ id }) => id).toSorted();

test("lists sessions of agents only on request", async () => {
  const directory = mkdtempSync(join(tmpdir(), "coxswain-agents-"));
  for (const store of [memoryStore(), jsonlStore({ directory })]) {
    const { runtime, ids } = await openTree(store);
    const [root = "", first = "", second = ""] = ids;
    assert.deepEqual(await idsOf(runtime.list()), [root]);
    const about = new Map((await Array.fromAsync(runtime.list({ agents: true }))).map(({ id, kind, parent }) => [id, { kind, parent }]));
    assert.equal(about.size, 3);
    assert.deepEqual(about.get(root), { kind: undefined, parent: undefined });
    assert.deepEqual(about.get(first), { kind: "subagent", parent: root });
    assert.deepEqual(about.get(second), { kind: "subagent", parent: first });
    await runtime.close();
  }
  rmSync(directory, { recursive: true, force: true });
});

test("the index adds the cost of a session's agents to its own, and counts each response once", async () => {
  await using scene = await openStored();
  const [root = "", first = "", second = ""] = scene.ids;
  const listed = await scene.index.list({ agents: true });
  const costs = new Map(listed.map(({ id, cost }) => [id, cost]));
  assert.deepEqual([costs.get(root), costs.get(first), costs.get(second)], [5, 3, 1]);
  assert.equal(scene.session.state.cost, 5);
  const { total } = await scene.index.usage();
  assert.deepEqual([total.responses, total.cost, total.input], [5, 5, 50]);
});

test("removing a session moves its agents' sessions to the trash, and restoring it restores them", async () => {
  await using scene = await openStored();
  const [root = ""] = scene.ids;
  assert.equal(await scene.runtime.remove(root), true);
  assert.deepEqual(await idsOf(scene.runtime.list({ agents: true })), []);
  assert.deepEqual(await idsOf(await scene.trash.list()), [root]);
  await scene.trash.restore(root);
  assert.deepEqual(await idsOf(scene.runtime.list({ agents: true })), scene.ids.toSorted());
  assert.deepEqual(await scene.trash.list(), []);
  await scene.runtime.remove(root);
  await scene.trash.empty([root]);
  await assert.rejects(scene.trash.restore(root));
});

test("removing a fork preserves the agents of the original session", async () => {
  await using scene = await openStored();
  const fork = await scene.runtime.fork(scene.session.id);
  await fork.close();
  await scene.runtime.remove(fork.id);
  assert.deepEqual(await idsOf(scene.runtime.list({ agents: true })), scene.ids.toSorted());
});

test("L16: removes no agent session while the session is open elsewhere", async () => {
  await using scene = await openStored();
  const [root = ""] = scene.ids;
  const other = createRuntime({ store: scene.store, models: fixedModels(scene.model), policy: allowAll() });
  await assert.rejects(other.remove(root), SessionInUseError);
  assert.deepEqual(await idsOf(scene.runtime.list({ agents: true })), scene.ids.toSorted());
});

test("removing an agent's session preserves its parent", async () => {
  await using scene = await openStored();
  const [root = "", first = ""] = scene.ids;
  await scene.runtime.remove(first);
  assert.deepEqual(await idsOf(scene.runtime.list({ agents: true })), [root]);
});
