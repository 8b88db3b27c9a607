import type { AgentDefinition } from "./agent-definition.ts";
import { BUILT_IN_AGENTS } from "./built-in-agents.ts";

/** These, and of those that are always there the ones whose names they leave free. */
export const allAgents = (agents: readonly AgentDefinition[]): readonly AgentDefinition[] => [
  ...BUILT_IN_AGENTS.filter(({ name }) => !agents.some((agent) => agent.name === name)),
  ...agents,
];
