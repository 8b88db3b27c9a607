// S3: sub-agents of tool calls.
import assert from "node:assert/strict";
import { test } from "node:test";
import { defineTool, fixedModels, scriptedModel, textOf, textResult, type Tool, type ToolContext, UnknownModelError } from "coxswain";
import {
  type AgentCreator,
  agentTools,
  newAgent,
  newAgentCreator,
  subAgentCreator,
  subAgentDepth,
  type TreeAgent,
  type TreeEvent,
} from "coxswain/facades";
import { type Script } from "coxswain/providers";
import { SubAgentScopeError } from "coxswain/session";
import { z } from "zod";
import { loopbackProvider } from "coxswain/testing";
import { anyInputTool } from "../../any-input-tool.ts";
import { collect, openStage, say } from "../scene.ts";
import { exploreCalls, modelReplying } from "./replies.ts";

/** A tool that passes its argument to `run`. */
const exploreTool = (run: (context: ToolContext, text: string) => Promise<string>): Tool =>
  anyInputTool("explore", {
    effect: "read",
    parallel: true,
    execute: async (input, context) => textResult(await run(context, (input as { readonly text: string }).text)),
  });

const finalReply = async (agent: TreeAgent, text: string): Promise<string> => {
  const last = (await collect(agent.sendUserMessage(text))).at(-1);
  return last?.type === "done_success" ? textOf(last.reply) : `${last?.type}`;
};

const format = ({ agent, ...event }: TreeEvent): string => `${agent.depth} ${event.type}`;

test("S3-17, S3-19, S3-23, S3-24: a tool creates a sub-agent with its context, and the sub-agent's tools create further ones", async () => {
  const seen: string[] = [];
  const tool = exploreTool(async (context, text) => {
    seen.push(`${text} at ${subAgentDepth(context)}`);
    return finalReply(await subAgentCreator(context).createWithDefaultModel("You explore.", agentTools(context)), text);
  });
  const model = modelReplying({ go: exploreCalls("one"), one: exploreCalls("two"), two: exploreCalls("three") });
  await using agent = await newAgent(model, "You lead.", [tool], { cwd: "/" });
  assert.equal(await finalReply(agent, "go"), "three!, done, done, done");
  assert.deepEqual(seen, ["one at 0", "two at 1", "three at 2"]);
});

test("S3-23: a tool can limit the depth of agents", async () => {
  const tool = exploreTool(async (context, text) => {
    if (subAgentDepth(context) > 0) throw new Error("Too deep.");
    return finalReply(await subAgentCreator(context).createWithDefaultModel("You explore.", agentTools(context)), text);
  });
  await using agent = await newAgent(modelReplying({ go: exploreCalls("one"), one: exploreCalls("two") }), "You lead.", [tool], {
    cwd: "/",
  });
  assert.equal(await finalReply(agent, "go"), "Too deep., done, done");
});

test("S3-18, S3-26, S3-33: an agent's events are in its own stream and, with its id and depth, in its parent's", async () => {
  const own: TreeEvent[] = [];
  const tool = exploreTool(async (context, text) => {
    const agent = await subAgentCreator(context).createWithDefaultModel("You explore.", [say()]);
    for await (const event of agent.sendUserMessage(text)) own.push(event);
    return "seen";
  });
  await using agent = await newAgent(modelReplying({ go: exploreCalls("one") }), "You lead.", [tool], { cwd: "/" });
  const all = await collect(agent.sendUserMessage("go"));
  assert.deepEqual(own.map(format), ["1 assistant_text", "1 assistant_turn_complete", "1 done_success"]);
  assert.deepEqual(
    all.filter((event) => event.agent.depth === 1),
    own,
  );
  assert.deepEqual(all.map(format), [
    "0 tool_call",
    "0 assistant_turn_complete",
    ...own.map(format),
    "0 tool_complete",
    "0 assistant_text",
    "0 assistant_turn_complete",
    "0 done_success",
  ]);
  const ids = new Map(all.map(({ agent: { id, depth } }) => [id, depth]));
  assert.deepEqual(
    [...ids],
    [
      [agent.sessionId, 0],
      [own[0]?.agent.id, 1],
    ],
  );
});

test("S3-20: cancels a call's running sub-agents when the call returns", async () => {
  const tool = exploreTool(async (context) => {
    const agent = await subAgentCreator(context).createWithDefaultModel("You explore.", []);
    void agent.sendUserMessage("for ever");
    return "left";
  });
  const model = modelReplying({ go: exploreCalls("one"), "for ever": { text: "Well,", hold: new Promise(() => {}) } });
  await using agent = await newAgent(model, "You lead.", [tool], { cwd: "/" });
  const events = (await collect(agent.sendUserMessage("go"))).map(format);
  assert.deepEqual(events.slice(2, 4), ["1 canceled", "0 tool_complete"]);
  assert.equal(events.at(-1), "0 done_success");
});

test("S3-17, S3-21: a creator throws after its call's end", async () => {
  const creators: AgentCreator[] = [];
  const tool = exploreTool(async (context) => {
    creators.push(subAgentCreator(context));
    return "stored";
  });
  await using agent = await newAgent(modelReplying({ go: exploreCalls("one") }), "You lead.", [tool], { cwd: "/" });
  await finalReply(agent, "go");
  await assert.rejects(creators[0]?.createWithDefaultModel("You explore.", []) ?? Promise.resolve(), SubAgentScopeError);
});

test("S3-25, S3-29: a sub-agent has its own prompt and its own or its parent's tools", async () => {
  const tool = exploreTool(async (context, text) => {
    const creator = subAgentCreator(context);
    const tools = text === "same" ? agentTools(context) : [say()];
    return finalReply(await creator.createWithDefaultModel(`You explore ${text}.`, tools), text);
  });
  const model = modelReplying({ go: exploreCalls("same"), again: exploreCalls("other") });
  await using agent = await newAgent(model, "You lead.", [tool, say({ name: "shout" })], { cwd: "/" });
  await finalReply(agent, "go");
  await finalReply(agent, "again");
  const asked = model.requests.filter(({ messages }) => messages.length === 1 && /^(same|other)$/.test(messages.map(textOf).join("")));
  assert.deepEqual(
    asked.map(({ system, tools }) => [system[0]?.split("\n")[0], tools.map(({ name }) => name)]),
    [
      ["You explore same.", ["explore", "shout"]],
      ["You explore other.", ["say"]],
    ],
  );
});

test("S3-27: many sub-agents of one call run concurrently", async () => {
  let working = 0;
  const together = Promise.withResolvers<void>();
  const tool = exploreTool(async (context) => {
    const creator = subAgentCreator(context);
    const agents = await Promise.all(Array.from({ length: 4 }, () => creator.createWithDefaultModel("You explore.", [say({ run: wait })])));
    const words = await Promise.all(agents.map((agent) => finalReply(agent, "part")));
    return words.join(" ");
  });
  const wait = async (): Promise<void> => {
    working += 1;
    if (working === 4) together.resolve();
    await together.promise;
  };
  const model = modelReplying({ go: exploreCalls("one"), part: { calls: [{ name: "say", input: { text: "seen" } }] } });
  await using agent = await newAgent(model, "You lead.", [tool], { cwd: "/" });
  assert.equal(await finalReply(agent, "go"), `${Array.from({ length: 4 }, () => "seen, done").join(" ")}, done`);
});

test("S3-28: an agent's usage includes its sub-agents'", async () => {
  const usage = { input: 1_000, output: 100 };
  const inputs: number[] = [];
  const tool = exploreTool(async (context, text) => {
    const agent = await subAgentCreator(context).createWithDefaultModel("You explore.", agentTools(context));
    const words = await finalReply(agent, text);
    inputs.push(agent.tokenUsage.input);
    return words;
  });
  const explore = (text: string) => ({ calls: [{ name: "explore", input: { text } }], usage });
  const model = modelReplying({ go: explore("one"), one: explore("two"), two: { text: "Found.", usage } });
  await using agent = await newAgent(model, "You lead.", [tool], { cwd: "/" });
  await finalReply(agent, "go");
  assert.deepEqual(inputs, [1_000, 2_000]);
  assert.equal(agent.tokenUsage.input, 3_000);
  assert.equal(agent.contextUsage.used, 0);
});

test("S3-07, S3-36, S3-41, S3-42, S3-44: a sub-agent has the same interface as a top-level agent", async () => {
  const seen: unknown[] = [];
  const tool = exploreTool(async (context, text) => {
    const agent = await subAgentCreator(context).createWithDefaultModel("You explore.", []);
    await agent.addUserTurn("It is raining.");
    seen.push(agent.status);
    const out = agent.sendUserMessage(text);
    seen.push(agent.status);
    await collect(out);
    seen.push(agent.turns.map(textOf), agent.contextUsagePercent);
    return "seen";
  });
  const model = modelReplying(
    { go: exploreCalls("one"), one: { text: "Wet.", usage: { input: 50_000 } } },
    { info: { contextWindow: 200_000 } },
  );
  await using agent = await newAgent(model, "You lead.", [tool], { cwd: "/" });
  await finalReply(agent, "go");
  assert.deepEqual(seen, ["stopped", "running", ["It is raining.", "one", "Wet."], 25]);
});

test("S3-30, S3-31: creators of top-level agents and of sub-agents have one signature, and a given model beats the default one", async () => {
  const research = async (creator: AgentCreator, plan: string): Promise<[string, number]> => {
    await using agent = await creator.createWithDefaultModel("You research.", []);
    return [await finalReply(agent, plan), agent.depth];
  };
  const found: [string, number][] = [];
  const tool = exploreTool(async (context, text) => {
    found.push(await research(subAgentCreator(context), text));
    return "seen";
  });
  const model = modelReplying({ go: exploreCalls("deep") });
  await using agent = await newAgent(model, "You lead.", [tool], { cwd: "/" });
  await finalReply(agent, "go");
  found.push(await research(newAgentCreator({ defaultModel: model, cwd: "/" }), "wide"));
  assert.deepEqual(found, [
    ["deep!", 1],
    ["wide!", 0],
  ]);
  const creator = newAgentCreator({ defaultModel: model, cwd: "/" });
  await using named = await creator.create(scriptedModel(["By name."]), "You research.", []);
  assert.equal(await finalReply(named, "far"), "By name.");
});

test("S3-31, S3-32: without any option, a top-level agent has the package's default model, of a provider with a key", async () => {
  await using server = await loopbackProvider(["Fine."]);
  const env = { ANTHROPIC_API_KEY: "k", ANTHROPIC_BASE_URL: `${server.url}/v1` };
  await using agent = await newAgentCreator({ env, cwd: "/" }).createWithDefaultModel("You lead.", []);
  assert.equal(await finalReply(agent, "go"), "Fine.");
  assert.match(String(server.requests[0]?.body["model"]), /^claude-/);
});

test("S3-32: with models and no default, a top-level agent has the first one with a key", async () => {
  const named = (name: string) => ({ info: { reference: `test/${name}`, id: name } });
  const [locked, open] = [scriptedModel(["never"], named("locked")), scriptedModel(["Open."], named("open"))];
  const all = fixedModels(locked, open);
  const models = {
    ...all,
    list: async () => (await all.list()).map(({ info }) => ({ info, available: info.id !== "locked" })),
  };
  await using agent = await newAgentCreator({ models, cwd: "/" }).createWithDefaultModel("You lead.", []);
  assert.equal(await finalReply(agent, "go"), "Open.");
  const none = newAgentCreator({ models: fixedModels(), cwd: "/" });
  await assert.rejects(none.createWithDefaultModel("You lead.", []), UnknownModelError);
});

test("S3-31, S3-32: without a model, a sub-agent has its parent's model, and a top-level agent the default model", async () => {
  const asked: string[] = [];
  const tool = exploreTool(async (context, text) => {
    const creator = subAgentCreator(context);
    const agent =
      text === "other" ? await creator.create(other, "You explore.", []) : await creator.createWithDefaultModel("You explore.", []);
    return finalReply(agent, text);
  });
  const named = (name: string) => ({ info: { reference: `test/${name}`, id: name } });
  const main = modelReplying({ go: exploreCalls("same"), again: exploreCalls("other") }, named("main"));
  const other = scriptedModel(({ messages }) => (asked.push(messages.map(textOf).join()), "Other."), named("other"));
  await using agent = await newAgentCreator({ defaultModel: main, cwd: "/" }).createWithDefaultModel("You lead.", [tool]);
  assert.equal(await finalReply(agent, "go"), "same!, done");
  assert.equal(await finalReply(agent, "again"), "Other., done");
  assert.deepEqual(asked, ["other"]);
  await assert.rejects(newAgentCreator().createWithDefaultModel("You lead.", []), UnknownModelError);
});

test("S3-22: a tool can fork the session that calls it, with its prompts, tools and history", async () => {
  const double = defineTool({
    name: "double",
    description: "Asks a copy of this conversation.",
    inputSchema: z.object({}),
    effect: "read",
    async execute() {
      const clone = await runtime.fork(session.id);
      const outcome = await clone.prompt("And you?").outcome;
      return textResult(outcome.kind);
    },
  });
  const replies: Script = [{ text: "I ask my double.", calls: [{ name: "double", input: {} }] }, "Seen from here.", "Done."];
  const { runtime, model } = openStage({ script: replies, tools: [double, say()] });
  const session = await runtime.create({ model: model.info.reference, cwd: "/" });
  assert.equal((await session.prompt("go").outcome).kind, "done");
  await runtime.close();
  const [first, cloned, last] = model.requests;
  assert.deepEqual([cloned?.system, cloned?.tools], [first?.system, first?.tools]);
  const sent = cloned?.messages.map(textOf) ?? [];
  for (const text of ["go", "I ask my double."]) assert.ok(sent.includes(text), text);
  assert.equal(sent.at(-1), "And you?");
  assert.match(JSON.stringify(last?.messages.at(-1)), /done/);
});
