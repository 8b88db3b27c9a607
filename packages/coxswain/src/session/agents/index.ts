export type { Above } from "./above.ts";
export type { Birth, ChildSession } from "./child-session.ts";
export type { AgentEndEntry, AgentStartEntry } from "./entries.ts";
export { rollUp } from "./roll-up.ts";
export { SessionAgents } from "./session-agents.ts";
export { tied } from "./tied.ts";
