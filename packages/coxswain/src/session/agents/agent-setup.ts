import { asRecord } from "../../base/index.ts";
import type { AgentSetup } from "../../loop/index.ts";
import { assertValidSetup, type Setup } from "../../journal/index.ts";

/** The resolved options of an agent. */
export interface Resolved {
  /** Reference of the model. */
  readonly model: string;
  /** Names of the tools; undefined: all tools. */
  readonly tools: readonly string[] | undefined;
  readonly thinking: NonNullable<Setup["thinking"]>;
}

/** Returns the setup of an agent's session: request options as its parent's, but not its parent's prompt and instructions. */
export const agentSetup = (parent: Setup | undefined, agent: AgentSetup, { model, tools, thinking }: Resolved): Setup => ({
  ...requestOptions(parent),
  model,
  thinking,
  ...(tools === undefined ? {} : { tools }),
  ...(agent.systemPrompt === undefined ? {} : { systemPrompt: agent.systemPrompt }),
  ...(agent.instructions === undefined ? {} : { instructions: agent.instructions }),
  ...(agent.maxTurns === undefined ? {} : { maxTurns: agent.maxTurns }),
  ...(agent.budget === undefined ? {} : { budget: agent.budget }),
});

/** Validates a setup as `Runtime.create` does its options. @throws {TypeError} */
export const assertValidAgentSetup = ({ name, cwd, model = "", tools = [], ...options }: AgentSetup): void => {
  for (const [option, value] of Object.entries({ name, cwd }))
    if (value !== undefined && typeof value !== "string") throw new TypeError(`Invalid \`${option}\`: expected a string.`);
  if (!isModel(model)) throw new TypeError("Invalid `model`: expected the reference of a model, or a model object.");
  if (!Array.isArray(tools) || !tools.every(isTool)) throw new TypeError("Invalid `tools`: expected an array of names and tools.");
  assertValidSetup({ ...options, model: "" });
};

const isModel = (model: unknown): boolean => typeof model === "string" || typeof asRecord(model)["stream"] === "function";

const isTool = (tool: unknown): boolean => {
  const { name, execute } = asRecord(tool);
  return typeof tool === "string" || (typeof name === "string" && typeof execute === "function");
};

const requestOptions = (parent: Partial<Setup> = {}): Partial<Setup> => {
  const { title: _title, titles: _titles, instructions: _instructions, systemPrompt: _prompt, ...rest } = parent;
  const { tools: _tools, maxTurns: _turns, budget: _budget, ...how } = rest;
  return how;
};
