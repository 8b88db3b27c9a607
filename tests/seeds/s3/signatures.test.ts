// S3: the signatures and their doc comments.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { type Message, scriptedModel, type Tool, type ToolContext, type Usage } from "coxswain";
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
import { type AgentRef } from "coxswain/session";
import { root } from "../conformance.ts";

test("S3-45: agents and creators have these signatures", async () => {
  // Type annotations check the signatures.
  const creatorOf: () => AgentCreator = newAgentCreator;
  const creatorIn: (context: ToolContext) => AgentCreator = subAgentCreator;
  const depthIn: (context: ToolContext) => number = subAgentDepth;
  const toolsIn: (context: ToolContext) => readonly Tool[] = agentTools;
  const creator = creatorOf();
  const makers: readonly [
    (model: string, systemPrompt: string, tools: readonly Tool[]) => Promise<TreeAgent>,
    (systemPrompt: string, tools: readonly Tool[]) => Promise<TreeAgent>,
  ] = [(...made) => creator.create(...made), (...made) => creator.createWithDefaultModel(...made)];
  for (const made of [creatorIn, depthIn, toolsIn, ...makers]) assert.equal(typeof made, "function");

  const make: (model: ReturnType<typeof scriptedModel>, systemPrompt: string, tools: readonly Tool[]) => Promise<TreeAgent> = newAgent;
  await using agent = await make(scriptedModel(["one"]), "Be kind.", []);
  const id: string = agent.sessionId;
  const added: Promise<void> = agent.addUserTurn("The branch is main.");
  await added;
  const signal = new AbortController().signal;
  const out: AsyncIterable<TreeEvent> = agent.sendUserMessage("go", { signal });
  for await (const event of out) assert.deepEqual(event.agent satisfies AgentRef, { id, depth: 0 });
  const status: "running" | "stopped" = agent.status;
  const turns: readonly Exclude<Message, { role: "system" }>[] = agent.turns;
  const usage: Usage = agent.tokenUsage;
  const percent: number = agent.contextUsagePercent;
  assert.deepEqual([status, turns.length, usage.input, percent], ["stopped", 3, 0, 0]);
});

test("S3-45: each signature has a doc comment", () => {
  const views = join(root, "packages", "coxswain", "src", "facades");
  const source = ["agent-creator.ts", "tree-agent.ts"].map((name) => readFileSync(join(views, name), "utf8")).join("\n");
  for (const [name, idea] of [
    ["get sessionId()", /Unique for each agent/],
    ["get status()", /`running` while it processes a message/],
    ["get turns()", /Messages of its conversation so far/],
    ["get tokenUsage()", /Usage of its responses and of its sub-agents/],
    ["get contextUsagePercent()", /0 unused, 100 full/],
    ["async addUserTurn(", /without a request/],
    ["sendUserMessage(", /Aborting the signal cancels it/],
    ["export interface AgentCreator ", /top-level agents, or sub-agents of a tool call/],
    ["export const newAgentCreator ", /top-level agents/],
    ["export const subAgentCreator ", /sub-agents of this context's call, which end with it/],
    ["export const subAgentDepth ", /Depth of the agent/],
    ["export const agentTools ", /Tools of the agent that made the call/],
  ] as const) {
    const at = source.indexOf(name);
    const comment = source.slice(source.lastIndexOf("/**", at), at);
    assert.ok(at >= 0, name);
    assert.match(comment, idea, name);
  }
});
