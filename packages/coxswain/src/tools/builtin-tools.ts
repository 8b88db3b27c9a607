import type { Tool } from "../loop/index.ts";
import type { Workspace } from "../workspace/index.ts";
import { applyPatchTool } from "./apply-patch.ts";
import { bashTool } from "./bash.ts";
import { downloadTool } from "./download.ts";
import { editTool } from "./edit.ts";
import { fetchTool } from "./fetch.ts";
import { globTool } from "./glob.ts";
import { grepTool } from "./grep.ts";
import { jobKillTool } from "./job-kill.ts";
import { jobOutputTool } from "./job-output.ts";
import { lsTool } from "./ls.ts";
import { readTool } from "./read.ts";
import { todoTool } from "./todo.ts";
import type { WebOptions } from "./web/index.ts";
import { writeTool } from "./write.ts";

/** What makes a tool for a workspace. */
export type ToolFactory = (workspace: Workspace) => Tool;

/** `read`, `write`, `edit`, `apply_patch`, `bash`, `job_output`, `job_kill`, `grep`, `glob`, `ls`, `fetch`, `download` and `todo`. `web`: what of the web they may reach. */
export const builtinTools = ({ web = {} }: { readonly web?: WebOptions } = {}): readonly ToolFactory[] => [
  readTool,
  writeTool,
  editTool,
  applyPatchTool,
  bashTool,
  jobOutputTool,
  jobKillTool,
  grepTool,
  globTool,
  lsTool,
  () => fetchTool(web),
  (workspace) => downloadTool(workspace, web),
  todoTool,
];
