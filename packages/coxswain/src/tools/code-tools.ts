import type { Tool, ToolContext } from "../loop/index.ts";
import type { CodeProblem, CodeService, Workspace } from "../workspace/index.ts";

/** Loads the tools of language servers: most sessions have none. */
export const codeTools = async (code: CodeService, workspace: Workspace): Promise<readonly Tool[]> =>
  (await import("./code/index.ts")).codeToolsOf(code, workspace);

/** Formats problems for the model: each with its place, and the text of its line. */
export const problemLines = async (context: ToolContext, workspace: Workspace, problems: readonly CodeProblem[]): Promise<string> =>
  (await import("./code/index.ts")).problemText(context, workspace, problems);
