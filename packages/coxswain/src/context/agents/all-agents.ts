import type { AgentDefinition } from "./agent-definition.ts";
import { BUILT_IN_AGENTS } from "./built-in-agents.ts";

/** Returns the given agents, preceded by the built-in agents whose names they do not use. */
export const allAgents = (agents: readonly AgentDefinition[]): readonly AgentDefinition[] => [
  ...BUILT_IN_AGENTS.filter(({ name }) => !agents.some((agent) => agent.name === name)),
  ...agents,
];
