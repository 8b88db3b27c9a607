// S3: agents that work for tool calls.
import assert from "node:assert/strict";
import { test } from "node:test";
import { defineTool, scriptedModel, textOf, textResult, type Tool, type ToolContext, UnknownModelError } from "coxswain";
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
import { anyInputTool } from "../../any-input-tool.ts";
import { collect, openStage, say } from "../scene.ts";
import { explores, replying } from "./replies.ts";

/** A tool that is told a text. */
const exploring = (run: (context: ToolContext, text: string) => Promise<string>): Tool =>
  anyInputTool("explore", {
    effect: "read",
    parallel: true,
    execute: async (input, context) => textResult(await run(context, (input as { readonly text: string }).text)),
  });

const lastWords = async (agent: TreeAgent, text: string): Promise<string> => {
  const last = (await collect(agent.sendUserMessage(text))).at(-1);
  return last?.type === "done_success" ? textOf(last.reply) : `${last?.type}`;
};

const inShort = ({ agent, ...event }: TreeEvent): string => `${agent.depth} ${event.type}`;

test("S3-17, S3-19, S3-24: a tool makes an agent by its call's context, and agents' tools make agents", async () => {
  const seen: string[] = [];
  const tool = exploring(async (context, text) => {
    seen.push(`${text} at ${subAgentDepth(context)}`);
    return lastWords(await subAgentCreator(context).createWithDefaultModel("You explore.", agentTools(context)), text);
  });
  const model = replying({ go: explores("one"), one: explores("two"), two: explores("three") });
  await using agent = await newAgent(model, "You lead.", [tool], { cwd: "/" });
  assert.equal(await lastWords(agent, "go"), "three!, done, done, done");
  assert.deepEqual(seen, ["one at 0", "two at 1", "three at 2"]);
});

test("S3-23: a tool may say no to agents below a depth", async () => {
  const tool = exploring(async (context, text) => {
    if (subAgentDepth(context) > 0) throw new Error("Too deep.");
    return lastWords(await subAgentCreator(context).createWithDefaultModel("You explore.", agentTools(context)), text);
  });
  await using agent = await newAgent(replying({ go: explores("one"), one: explores("two") }), "You lead.", [tool], { cwd: "/" });
  assert.equal(await lastWords(agent, "go"), "Too deep., done, done");
});

test("S3-18, S3-26, S3-33: an agent's own stream has what it does, and its parent's stream has it too, with who it is", async () => {
  const own: TreeEvent[] = [];
  const tool = exploring(async (context, text) => {
    const agent = await subAgentCreator(context).createWithDefaultModel("You explore.", [say()]);
    for await (const event of agent.sendUserMessage(text)) own.push(event);
    return "seen";
  });
  await using agent = await newAgent(replying({ go: explores("one") }), "You lead.", [tool], { cwd: "/" });
  const all = await collect(agent.sendUserMessage("go"));
  assert.deepEqual(own.map(inShort), ["1 assistant_text", "1 assistant_turn_complete", "1 done_success"]);
  assert.deepEqual(
    all.filter((event) => event.agent.depth === 1),
    own,
  );
  assert.deepEqual(all.map(inShort), [
    "0 tool_call",
    "0 assistant_turn_complete",
    ...own.map(inShort),
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

test("S3-20: when the call returns, agents that still work are stopped", async () => {
  const ends: Promise<readonly TreeEvent[]>[] = [];
  const tool = exploring(async (context) => {
    const agent = await subAgentCreator(context).createWithDefaultModel("You explore.", []);
    ends.push(collect(agent.sendUserMessage("for ever")));
    return "left";
  });
  const model = replying({ go: explores("one"), "for ever": { text: "Well,", hold: new Promise(() => {}) } });
  await using agent = await newAgent(model, "You lead.", [tool], { cwd: "/" });
  assert.equal(await lastWords(agent, "go"), "left, done");
  assert.deepEqual((await Promise.all(ends)).flat().map(inShort), ["1 canceled"]);
});

test("S3-21: a creator throws once its call is over", async () => {
  const creators: AgentCreator[] = [];
  const tool = exploring(async (context) => {
    creators.push(subAgentCreator(context));
    return "kept";
  });
  await using agent = await newAgent(replying({ go: explores("one") }), "You lead.", [tool], { cwd: "/" });
  await lastWords(agent, "go");
  await assert.rejects(creators[0]?.createWithDefaultModel("You explore.", []) ?? Promise.resolve(), SubAgentScopeError);
});

test("S3-25, S3-29: an agent has its own prompt and tools, which may be its parent's", async () => {
  const tool = exploring(async (context, text) => {
    const creator = subAgentCreator(context);
    const tools = text === "same" ? agentTools(context) : [say()];
    return lastWords(await creator.createWithDefaultModel(`You explore ${text}.`, tools), text);
  });
  const model = replying({ go: explores("same"), again: explores("other") });
  await using agent = await newAgent(model, "You lead.", [tool, say({ name: "shout" })], { cwd: "/" });
  await lastWords(agent, "go");
  await lastWords(agent, "again");
  const asked = model.requests.filter(({ messages }) => messages.length === 1 && /^(same|other)$/.test(messages.map(textOf).join("")));
  assert.deepEqual(
    asked.map(({ system, tools }) => [system[0]?.split("\n")[0], tools.map(({ name }) => name)]),
    [
      ["You explore same.", ["explore", "shout"]],
      ["You explore other.", ["say"]],
    ],
  );
});

test("S3-27: many agents work for one call at once", async () => {
  let working = 0;
  const together = Promise.withResolvers<void>();
  const tool = exploring(async (context) => {
    const creator = subAgentCreator(context);
    const agents = await Promise.all(Array.from({ length: 4 }, () => creator.createWithDefaultModel("You explore.", [say({ run: wait })])));
    const words = await Promise.all(agents.map((agent) => lastWords(agent, "part")));
    return words.join(" ");
  });
  const wait = async (): Promise<void> => {
    working += 1;
    if (working === 4) together.resolve();
    await together.promise;
  };
  const model = replying({ go: explores("one"), part: { calls: [{ name: "say", input: { text: "seen" } }] } });
  await using agent = await newAgent(model, "You lead.", [tool], { cwd: "/" });
  assert.equal(await lastWords(agent, "go"), `${Array.from({ length: 4 }, () => "seen, done").join(" ")}, done`);
});

test("S3-28: an agent knows its own usage, and those above it have it too", async () => {
  const usage = { input: 1_000, output: 100 };
  const below: number[] = [];
  const tool = exploring(async (context, text) => {
    const agent = await subAgentCreator(context).createWithDefaultModel("You explore.", agentTools(context));
    const words = await lastWords(agent, text);
    below.push(agent.tokenUsage.input);
    return words;
  });
  const explore = (text: string) => ({ calls: [{ name: "explore", input: { text } }], usage });
  const model = replying({ go: explore("one"), one: explore("two"), two: { text: "Found.", usage } });
  await using agent = await newAgent(model, "You lead.", [tool], { cwd: "/" });
  await lastWords(agent, "go");
  assert.deepEqual(below, [1_000, 2_000]);
  assert.equal(agent.tokenUsage.input, 3_000);
  assert.equal(agent.contextUsage.used, 0);
});

test("S3-07, S3-36, S3-41, S3-42: an agent of a call is asked as any other", async () => {
  const seen: unknown[] = [];
  const tool = exploring(async (context, text) => {
    const agent = await subAgentCreator(context).createWithDefaultModel("You explore.", []);
    await agent.addUserTurn("It is raining.");
    seen.push(agent.status);
    const out = agent.sendUserMessage(text);
    seen.push(agent.status);
    await collect(out);
    seen.push(agent.turns.map(textOf), agent.contextUsagePercent);
    return "seen";
  });
  const model = replying({ go: explores("one"), one: { text: "Wet.", usage: { input: 50_000 } } }, { info: { contextWindow: 200_000 } });
  await using agent = await newAgent(model, "You lead.", [tool], { cwd: "/" });
  await lastWords(agent, "go");
  assert.deepEqual(seen, ["stopped", "running", ["It is raining.", "one", "Wet."], 25]);
});

test("S3-30, S3-31: who is given a creator makes an agent by one signature, for nobody or for a call", async () => {
  const research = async (creator: AgentCreator, plan: string): Promise<[string, number]> => {
    await using agent = await creator.createWithDefaultModel("You research.", []);
    return [await lastWords(agent, plan), agent.depth];
  };
  const found: [string, number][] = [];
  const tool = exploring(async (context, text) => {
    found.push(await research(subAgentCreator(context), text));
    return "seen";
  });
  const model = replying({ go: explores("deep") });
  await using agent = await newAgent(model, "You lead.", [tool], { cwd: "/" });
  await lastWords(agent, "go");
  found.push(await research(newAgentCreator({ defaultModel: model, cwd: "/" }), "wide"));
  assert.deepEqual(found, [
    ["deep!", 1],
    ["wide!", 0],
  ]);
});

test("S3-31, S3-32: an agent of a call has its parent's model where none is named; one for nobody has the default", async () => {
  const asked: string[] = [];
  const tool = exploring(async (context, text) => {
    const creator = subAgentCreator(context);
    const agent =
      text === "other" ? await creator.create(other, "You explore.", []) : await creator.createWithDefaultModel("You explore.", []);
    return lastWords(agent, text);
  });
  const named = (name: string) => ({ info: { reference: `test/${name}`, id: name } });
  const main = replying({ go: explores("same"), again: explores("other") }, named("main"));
  const other = scriptedModel(({ messages }) => (asked.push(messages.map(textOf).join()), "Other."), named("other"));
  await using agent = await newAgentCreator({ defaultModel: main, cwd: "/" }).createWithDefaultModel("You lead.", [tool]);
  assert.equal(await lastWords(agent, "go"), "same!, done");
  assert.equal(await lastWords(agent, "again"), "Other., done");
  assert.deepEqual(asked, ["other"]);
  await assert.rejects(newAgentCreator().createWithDefaultModel("You lead.", []), UnknownModelError);
});

test("S3-22: an agent that begins with its caller's prompts, tools and history is not precluded: a tool can fork the session that calls it", async () => {
  const double = defineTool({
    name: "double",
    description: "Asks one that knows what you know.",
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
  const told = cloned?.messages.map(textOf) ?? [];
  for (const text of ["go", "I ask my double."]) assert.ok(told.includes(text), text);
  assert.equal(told.at(-1), "And you?");
  assert.match(JSON.stringify(last?.messages.at(-1)), /done/);
});
