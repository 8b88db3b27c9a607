export type { AgentDefinition } from "./agent-definition.ts";
export { allAgents } from "./all-agents.ts";
export { GENERAL } from "./built-in-agents.ts";
export { loadAgents } from "./load-agents.ts";
