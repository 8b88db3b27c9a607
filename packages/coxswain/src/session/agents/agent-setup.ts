import type { AgentSetup } from "../../loop/index.ts";
import type { Setup } from "../../journal/index.ts";

/** What was found for an agent. */
export interface Resolved {
  /** Reference of the model that answers. */
  readonly model: string;
  /** Names of the tools; undefined: all that there are. */
  readonly tools: readonly string[] | undefined;
  readonly thinking: NonNullable<Setup["thinking"]>;
}

/** The first fact of an agent's session: models are asked as its parent's are, and it is told nothing of what its parent is. */
export const agentSetup = (parent: Setup | undefined, agent: AgentSetup, { model, tools, thinking }: Resolved): Setup => ({
  ...howModelsAreAsked(parent),
  model,
  thinking,
  ...(tools === undefined ? {} : { tools }),
  ...(agent.systemPrompt === undefined ? {} : { systemPrompt: agent.systemPrompt }),
  ...(agent.instructions === undefined ? {} : { instructions: agent.instructions }),
  ...(agent.maxTurns === undefined ? {} : { maxTurns: agent.maxTurns }),
  ...(agent.budget === undefined ? {} : { budget: agent.budget }),
});

const howModelsAreAsked = (parent: Partial<Setup> = {}): Partial<Setup> => {
  const { title: _title, titles: _titles, instructions: _instructions, systemPrompt: _prompt, ...rest } = parent;
  const { tools: _tools, maxTurns: _turns, budget: _budget, ...how } = rest;
  return how;
};
