import { compacted, recallTool } from "../compaction/index.ts";
import type { Log } from "../log/index.ts";
import type { Tool } from "../loop/index.ts";
import { memoizeLast } from "./once-for.ts";
import type { SessionResources } from "./resources/index.ts";
import { branchState } from "../journal/index.ts";
import { ToolSet } from "./tool-set.ts";

/**
 * The tools of a session: those that its skills and its agents bring, and the runtime's; of these the ones that its log names. From its first
 * compaction on also the one that reads back what a summary stands for, unless it is to have no tools.
 */
export const sessionTools = (
  log: Log,
  resources: SessionResources,
  ofTasks: readonly Tool[] | undefined,
  tools: () => readonly Tool[],
): ToolSet => {
  const recall = recallTool({
    async path() {
      await log.complete();
      return log.path;
    },
  });
  const both = memoizeLast((given: readonly Tool[]) => [...resources.tools, ...(ofTasks ?? []), ...given]);
  return new ToolSet(() => both(tools()), {
    chosen: () => log.view(branchState).tools,
    model: () => log.view(branchState).model,
    besides: () => (log.view(compacted) ? [recall] : []),
  });
};
