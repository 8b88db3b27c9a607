import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { createRuntime, readSession, sessionIndex } from "../../runtime/index.ts";
import { fixedModels, scriptedModel } from "../../model/index.ts";
import { allowAll } from "../../policy/index.ts";
import { transcript } from "../../runtime/runtime.fixture.ts";
import { jsonlStore } from "../../store/index.ts";
import { agentTool, replies } from "./agents.fixture.ts";

const source = (path: string): string => JSON.stringify(new URL(path, import.meta.url).href);

/** The same tool in both processes. The process that resumes the run never executes it. */
const tool = { ...agentTool(async () => "never"), effect: "execute" as const };

/** Starts a process, waits until its agent has logged one answer and waits for the next, and kills it. Returns both ids. */
const killed = async (t: TestContext, directory: string): Promise<{ readonly root: string; readonly agent: string }> => {
  const script = `
    import { createRuntime } from ${source("../../runtime/index.ts")};
    import { fixedModels, scriptedModel } from ${source("../../model/index.ts")};
    import { allowAll } from ${source("../../policy/index.ts")};
    import { jsonlStore } from ${source("../../store/index.ts")};
    import { agentTool, delegates, hasResult, replies } from ${source("./agents.fixture.ts")};
    const usage = { input: 10, output: 1 };
    const delegate = { ...agentTool(async (context) => {
      const agent = await context.spawn({ name: "mate", tools: [] });
      await agent.prompt("one").outcome;
      const run = agent.prompt("hang");
      for await (const event of run) if (event.type === "message_delta") console.log([session.id, agent.id].join(" "));
      return "never";
    }), effect: "execute" };
    const model = scriptedModel(replies({ go: delegates("x"), one: { text: "One.", usage, cost: 1 }, hang: { text: "Hm", hold: new Promise(() => setInterval(() => {}, 1e6)) } }));
    const runtime = createRuntime({ store: jsonlStore({ directory: ${JSON.stringify(directory)} }), models: fixedModels(model), policy: allowAll(), tools: [delegate] });
    const session = await runtime.create({ cwd: ${JSON.stringify(directory)}, model: model.info.reference });
    await session.prompt("go").outcome;`;
  const child = spawn(process.execPath, ["--conditions=coxswain-source", "--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  t.after(() => child.kill("SIGKILL"));
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (errors += text));
  const output = await Promise.race([once(child.stdout.setEncoding("utf8"), "data"), once(child, "close")]);
  child.kill("SIGKILL");
  if (child.signalCode === null && child.exitCode === null) await once(child, "close");
  assert.equal(errors, "");
  const [root = "", agent = ""] = String(output[0]).trim().split(" ");
  return { root, agent };
};

test("L1: after a kill during an agent's run, its call is interrupted and the agent's log is intact", async (t) => {
  const directory = mkdtempSync(join(tmpdir(), "coxswain-agents-"));
  t.after(() => rmSync(directory, { recursive: true, force: true }));
  const { root, agent } = await killed(t, directory);
  const store = jsonlStore({ directory });

  const stored = await readSession(store, agent);
  assert.deepEqual([stored.header.kind, stored.header.parent?.session, stored.damage], ["subagent", root, []]);
  assert.equal(stored.state.cost, 1);

  const model = scriptedModel(replies({}));
  await using runtime = createRuntime({ store, models: fixedModels(model), policy: allowAll(), tools: [tool] });
  const session = await runtime.open(root);
  // The agent's cost before the kill counts.
  assert.equal(session.state.cost, 1);
  assert.deepEqual((await session.resume()?.outcome)?.kind, "done");
  assert.match(transcript(session)[2] ?? "", /^tool: !interrupted /);

  const opened = await runtime.open(agent);
  assert.notEqual(opened.state.interrupted, undefined);
  assert.equal((await opened.prompt("continue").outcome).kind, "done");
  assert.deepEqual(transcript(opened), ["user: one", "assistant: One.", "user: hang", "user: continue", "assistant: continue"]);

  assert.deepEqual(
    (await sessionIndex({ directory }).list()).map(({ id }) => id),
    [root],
  );
});
