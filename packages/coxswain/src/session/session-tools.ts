import type { Log } from "../log/index.ts";
import type { Tool } from "../loop/index.ts";
import type { SessionResources } from "./resources/index.ts";
import { branchState } from "./state.ts";
import { ToolSet } from "./tool-set.ts";

/** The tools of a session: those that its skills bring, and the runtime's; of these the ones that its log names. */
export const sessionTools = (log: Log, resources: SessionResources, tools: readonly Tool[]): ToolSet =>
  new ToolSet([...resources.tools, ...tools], () => log.view(branchState).tools);
