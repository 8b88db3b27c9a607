import type { Tool } from "../loop/index.ts";
import type { Workspace } from "../workspace/index.ts";
import { applyPatchTool } from "./apply-patch.ts";
import { type BashOptions, bashTool } from "./bash.ts";
import { downloadTool } from "./download.ts";
import { editTool } from "./edit.ts";
import { fetchTool } from "./fetch.ts";
import { globTool } from "./glob.ts";
import { grepTool } from "./grep.ts";
import { jobKillTool } from "./job-kill.ts";
import { jobOutputTool } from "./job-output.ts";
import { lsTool } from "./ls.ts";
import { readTool } from "./read.ts";
import { type SourcegraphOptions, sourcegraphTool } from "./sourcegraph.ts";
import { todoTool } from "./todo.ts";
import type { WebOptions } from "./web/index.ts";
import { type WebSearchOptions, webSearchTool } from "./web-search.ts";
import { writeTool } from "./write.ts";

/** Creates a tool for a workspace. */
export type ToolFactory = (workspace: Workspace) => Tool;

export interface BuiltinToolsOptions extends BashOptions {
  /** Hosts that the web tools may reach. */
  readonly web?: WebOptions;
  /** Search provider of `web_search`. Without it the tool does not exist. */
  readonly search?: WebSearchOptions;
  /** Sourcegraph instance of `sourcegraph`. Without it the tool does not exist. */
  readonly sourcegraph?: SourcegraphOptions;
}

/**
 * Returns `read`, `write`, `edit`, `apply_patch`, `bash`, `job_output`, `job_kill`, `grep`, `glob`, `ls`, `fetch`,
 * `download` and `todo`. Adds `web_search` and `sourcegraph` if they are configured.
 */
export const builtinTools = ({ web = {}, search, sourcegraph, attribution }: BuiltinToolsOptions = {}): readonly ToolFactory[] => [
  readTool,
  writeTool,
  editTool,
  applyPatchTool,
  (workspace) => bashTool(workspace, { attribution }),
  jobOutputTool,
  jobKillTool,
  grepTool,
  globTool,
  lsTool,
  () => fetchTool(web),
  (workspace) => downloadTool(workspace, web),
  ...(search === undefined ? [] : [() => webSearchTool(search, web)]),
  ...(sourcegraph === undefined ? [] : [() => sourcegraphTool(sourcegraph, web)]),
  todoTool,
];
