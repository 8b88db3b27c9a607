import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { isMessage } from "../../loop/index.ts";
import { createRuntime, readSession, sessionIndex } from "../../runtime/index.ts";
import { fixedModels, type Reply, scriptedModel } from "../../model/index.ts";
import { allowAll } from "../../policy/index.ts";
import { jsonlStore } from "../../store/index.ts";
import { isAgentUsage } from "../../journal/index.ts";
import { agentTool, answerOf, delegates, hasResult, lastUserText } from "./agents.fixture.ts";

const CHILDREN = 5;
const LEVELS = 3;
/** Number of agents of all levels below the root. */
const AGENTS = 5 + 25 + 125;

const USAGE = { input: 100, output: 10 };

/** An agent prompted with a number above 0 delegates; its agents are prompted with that number minus 1. */
const answers = (levels: number): Reply => (levels === 0 ? "leaf" : delegates(String(levels)));

test("S3-17, S3-27, S3-28, S3-33: three levels of five agents each work at once, and each event and cost counts once", async (t) => {
  const directory = mkdtempSync(join(tmpdir(), "coxswain-fan-"));
  t.after(() => rmSync(directory, { recursive: true, force: true }));
  const tool = agentTool(async (context, text) => {
    const agents = await Promise.all(Array.from({ length: CHILDREN }, () => context.spawn({})));
    return (await Promise.all(agents.map((agent) => answerOf(agent, String(Number(text) - 1))))).join();
  });
  const model = scriptedModel((request) => {
    const reply = hasResult(request) ? "done" : answers(Number(lastUserText(request)));
    return { ...(typeof reply === "string" ? { text: reply } : reply), usage: USAGE, cost: 1 };
  });
  const store = jsonlStore({ directory });
  await using runtime = createRuntime({ store, models: fixedModels(model), policy: allowAll(), tools: [tool] });
  const session = await runtime.create({ cwd: directory, model: model.info.reference, budget: { usd: 1_000 } });
  const streams = [session.events(), runtime.events()];
  const reading = streams.map((stream) => Array.fromAsync(stream));
  assert.equal((await session.prompt(String(LEVELS)).outcome).kind, "done");
  const responses = model.requests.length;
  assert.equal(responses, 2 * (1 + 5 + 25) + 125);
  assert.deepEqual([session.state.cost, session.state.usage.total.input], [responses, responses * USAGE.input]);
  assert.equal(session.entries.filter(isAgentUsage).length, responses - 2);
  await runtime.close();

  for (const events of await Promise.all(reading)) {
    assert.equal(new Set(events).size, events.length);
    const byAgent = Map.groupBy(events, ({ agent }) => agent.id);
    assert.equal(byAgent.size, 1 + AGENTS);
    for (const own of byAgent.values()) {
      assert.equal(own.filter(({ type }) => type === "run_end").length, 1);
      assert.ok(own.every(({ seq }, at) => at === 0 || seq >= (own[at - 1]?.seq ?? 0)));
    }
    assert.equal(events.filter(({ type }) => type === "agent_start").length, AGENTS);
    assert.equal(events.filter(({ type }) => type === "agent_end").length, AGENTS);
  }

  const index = sessionIndex({ directory });
  const agents = await index.list({ agentsOf: [session.id] });
  assert.equal(agents.length, AGENTS);
  const { total } = await index.usage();
  assert.deepEqual([total.responses, total.cost], [responses, responses]);
  for (const { id } of agents.slice(0, 10)) {
    const { entries, damage } = await readSession(store, id);
    assert.deepEqual(damage, []);
    assert.ok(entries.filter(isMessage).length >= 2);
  }
});
