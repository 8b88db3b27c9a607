import type { Tool } from "../loop/index.ts";
import type { Workspace } from "../workspace/index.ts";

/** Tool, or a factory that creates one for the workspace of each open session. */
export type ToolSource = Tool | ((workspace: Workspace) => Tool);

export const bindTools = (sources: readonly ToolSource[], workspace: Workspace): readonly Tool[] =>
  sources.map((source) => (typeof source === "function" ? source(workspace) : source));

/** Merges tools; a tool of an agent replaces the runtime's tool of the same name. */
export const withSessionTools = (tools: readonly Tool[], sessionTools: readonly Tool[] = []): readonly Tool[] =>
  sessionTools.length === 0 ? tools : [...tools.filter(({ name }) => !sessionTools.some((tool) => tool.name === name)), ...sessionTools];
