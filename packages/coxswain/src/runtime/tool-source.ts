import type { Tool } from "../loop/index.ts";
import type { Workspace } from "../workspace/index.ts";

/** A tool as it is, or one that works in a workspace: it is made once for each open session. */
export type ToolSource = Tool | ((workspace: Workspace) => Tool);

export const bindTools = (sources: readonly ToolSource[], workspace: Workspace): readonly Tool[] =>
  sources.map((source) => (typeof source === "function" ? source(workspace) : source));

/** What an agent was given as it is stands in the place of what the runtime has under the same name. */
export const withGiven = (tools: readonly Tool[], given: readonly Tool[] = []): readonly Tool[] =>
  given.length === 0 ? tools : [...tools.filter(({ name }) => !given.some((tool) => tool.name === name)), ...given];
