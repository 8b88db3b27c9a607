import type { AgentSetup } from "../../loop/index.ts";
import type { Setup } from "../../journal/index.ts";

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

const requestOptions = (parent: Partial<Setup> = {}): Partial<Setup> => {
  const { title: _title, titles: _titles, instructions: _instructions, systemPrompt: _prompt, ...rest } = parent;
  const { tools: _tools, maxTurns: _turns, budget: _budget, ...how } = rest;
  return how;
};
