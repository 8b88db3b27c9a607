export type { ParentContext } from "./above.ts";
export type { SpawnRequest, ChildSession } from "./child-session.ts";
export { rollUp } from "./roll-up.ts";
export { SessionAgents } from "./session-agents.ts";
export { abortWithParent } from "./tied.ts";
