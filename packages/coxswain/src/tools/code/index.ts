import type { Tool } from "../../loop/index.ts";
import type { CodeService, Workspace } from "../../workspace/index.ts";
import { codeReadingTools } from "./code-reading-tools.ts";
import { renameTool } from "./rename.ts";

export { problemText } from "./code-reading-tools.ts";

/** Returns `diagnostics`, `definition`, `references`, `symbols` and `rename`. */
export const codeToolsOf = (code: CodeService, workspace: Workspace): readonly Tool[] => [
  ...codeReadingTools(code, workspace),
  renameTool(code, workspace),
];
