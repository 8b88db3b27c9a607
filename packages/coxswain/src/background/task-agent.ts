import { nearestName } from "../base/index.ts";
import { type AgentDefinition, allAgents, GENERAL } from "../context/index.ts";
import { type AgentSetup, type ToolContext, ToolError } from "../loop/index.ts";
import { estimateTextTokens, findModel, MissingApiKeyError, type Models, UnknownModelError } from "../model/index.ts";

/** The agent that works on a task. */
export interface TaskAgent {
  readonly setup: AgentSetup & { readonly name: string };
  /** A part of its definition that could not be applied, in a sentence. */
  readonly note?: string;
}

/** Instructions of every task, after the agent's own prompt. */
const INSTRUCTIONS = `You work on one task for another agent, which sees only your last message. Report there what you did and found, with paths, and the unfinished parts. \
No one can answer questions: if something is unclear, decide, and report your decision.`;

/** @throws {ToolError} if there is no agent of that name */
export const taskAgent = async (
  requested: string | undefined,
  { agents, models, context }: { readonly agents: readonly AgentDefinition[]; readonly models: Models; readonly context: ToolContext },
): Promise<TaskAgent> => {
  const definition = definitionOf(requested, allAgents(agents));
  const { name, thinking, prompt } = definition;
  const { note, ...model } = await modelOf(definition, models);
  const setup = {
    name,
    ...model,
    ...(thinking === undefined ? {} : { thinking }),
    ...(prompt === "" ? {} : { systemPrompt: prompt }),
    instructions: INSTRUCTIONS,
    tools: toolsOf(definition, context),
  };
  return { setup, ...(note === undefined ? {} : { note }) };
};

const definitionOf = (requested = GENERAL, agents: readonly AgentDefinition[]): AgentDefinition => {
  const found = agents.find(({ name }) => name === requested) ?? agents.find(({ name }) => name.toLowerCase() === requested.toLowerCase());
  if (found !== undefined) return found;
  const names = agents.map(({ name }) => name);
  const near = nearestName(requested, names);
  throw new ToolError(`No agent ${requested}. ${near === undefined ? `Agents: ${names.join(", ")}.` : `Did you mean ${near}?`}`);
};

/** An agent has only tools that its caller has. */
const toolsOf = ({ tools, without = [] }: AgentDefinition, context: ToolContext): readonly string[] =>
  context.tools.map(({ name }) => name).filter((name) => (tools === undefined || tools.includes(name)) && !isWithout(name, without));

/** A patch edits and writes files: an agent without one of these tools has no patches either. */
const isWithout = (name: string, without: readonly string[]): boolean =>
  without.includes(name) || (name === "apply_patch" && (without.includes("edit") || without.includes("write")));

/** A definition may name a model that is not available here: then the agent uses its parent's. */
const modelOf = async (
  { name, model, thinking: own }: AgentDefinition,
  models: Models,
): Promise<Pick<AgentSetup, "model" | "thinking"> & { readonly note?: string }> => {
  if (model === undefined) return {};
  try {
    const { info, thinking } = await findModel(models, model);
    return { model: info.reference, ...(thinking === undefined || own !== undefined ? {} : { thinking }) };
  } catch (error) {
    if (!(error instanceof UnknownModelError) && !(error instanceof MissingApiKeyError)) throw error;
    return { note: `The agent ${name} requires the model ${model}, which is not available; it used yours. ${error.message}` };
  }
};

/** Tokens of the list: every request contains it. */
const TOKENS = 3_000;
/** Characters of a description. */
const LENGTH = 300;

/** The available agents for the model, one per line. The same bytes for the same agents. */
export const agentList = (agents: readonly AgentDefinition[]): string => {
  const all = allAgents(agents).map(lineOf);
  let tokens = 0;
  const end = all.findIndex((line) => (tokens += estimateTextTokens(`${line}\n`)) > TOKENS);
  const omitted = end < 0 ? 0 : all.length - end;
  return [...all.slice(0, all.length - omitted), ...(omitted === 0 ? [] : [`(${omitted} more agents can be called by name)`])].join("\n");
};

const lineOf = ({ name, description, tools }: AgentDefinition): string => {
  const has = tools === undefined ? "" : ` (tools: ${tools.length === 0 ? "none" : tools.join(", ")})`;
  const text = oneLine(description);
  return `- ${name}: ${text.length > LENGTH ? `${text.slice(0, LENGTH - 1).toWellFormed()}…` : text}${oneLine(has) === "" ? "" : ` ${oneLine(has)}`}`;
};

/** A description must not add lines to the list. */
const oneLine = (text: string): string => text.replaceAll(/[\s\p{Cc}\u2028\u2029]+/gu, " ").trim();
