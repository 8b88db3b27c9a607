import { type AgentDefinition, allAgents, GENERAL } from "../../context/index.ts";
import { type AgentSetup, type ToolContext, ToolError } from "../../loop/index.ts";
import { findModel, MissingApiKeyError, type Models, UnknownModelError } from "../../model/index.ts";
import { nearest } from "../../settings/index.ts";

/** An agent as a task has it made. */
export interface AgentOfTask {
  readonly setup: AgentSetup & { readonly name: string };
  /** What of its definition does not hold, in a sentence. */
  readonly note?: string;
}

/** What it is told besides its own prompt. */
const INSTRUCTIONS = `You work on one task for another agent, which sees nothing of your work but your last message. Say there what you did and found, with paths, and what is left undone. \
Nobody can answer a question of yours: where something is open, decide, and say so.`;

/** @throws {ToolError} when there is no such agent */
export const agentOfTask = async (
  wanted: string | undefined,
  { agents, models, context }: { readonly agents: readonly AgentDefinition[]; readonly models: Models; readonly context: ToolContext },
): Promise<AgentOfTask> => {
  const definition = definitionOf(wanted, allAgents(agents));
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

const definitionOf = (wanted = GENERAL, agents: readonly AgentDefinition[]): AgentDefinition => {
  const found = agents.find(({ name }) => name === wanted) ?? agents.find(({ name }) => name.toLowerCase() === wanted.toLowerCase());
  if (found !== undefined) return found;
  const names = agents.map(({ name }) => name);
  const near = nearest(wanted, names);
  throw new ToolError(`There is no agent ${wanted}. ${near === undefined ? `Agents are ${names.join(", ")}.` : `Did you mean ${near}?`}`);
};

/** An agent has no tool that the one who wants it has not. */
const toolsOf = ({ tools, without = [] }: AgentDefinition, context: ToolContext): readonly string[] =>
  context.tools.map(({ name }) => name).filter((name) => (tools === undefined || tools.includes(name)) && !isWithout(name, without));

/** A patch edits and writes: who may do neither has none. */
const isWithout = (name: string, without: readonly string[]): boolean =>
  without.includes(name) || (name === "apply_patch" && (without.includes("edit") || without.includes("write")));

/** Files are written for the models that somebody else has: where theirs cannot be asked, the parent's answers. */
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
    return { note: `The agent ${name} wants the model ${model}, which could not be had; yours answered. ${error.message}` };
  }
};
