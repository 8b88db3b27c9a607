import type { EditErrors, LanguageServers } from "../../lsp/index.ts";
import { asResult, type PermissionRequest, type Tool, type ToolContext, type ToolResult } from "../../loop/index.ts";
import { problemLines } from "../../tools/index.ts";
import type { Workspace } from "../../workspace/index.ts";
import { memoizeLast } from "../tool-set.ts";

/** Maximum number of errors that the result of an edit shows. */
const MAX_ERRORS = 10;

/**
 * Wraps tools so that the result of an edit ends with the errors that it caused, and that a file which is read starts the server
 * of its language. The paths of a call are those of its permission requests.
 */
export const withEditErrors = (servers: LanguageServers, workspace: Workspace): ((tools: readonly Tool[]) => readonly Tool[]) =>
  memoizeLast((tools) => tools.map((tool) => (tool.permissionRequests === undefined ? tool : withErrors(tool, servers, workspace))));

const withErrors = (tool: Tool, servers: LanguageServers, workspace: Workspace): Tool =>
  // All other properties of the tool stay.
  Object.assign(Object.create(tool) as Tool, {
    permissionRequests: (input: unknown, context: ToolContext) => tool.permissionRequests?.(input, context) ?? [],
    async execute(input: unknown, context: ToolContext): Promise<ToolResult> {
      for (const path of pathsOf(context.granted, "read")) servers.touch(path);
      const check = await servers.beginEdit(pathsOf(context.granted, "write"));
      const result = asResult(await tool.execute(input, context));
      if (check === undefined) return result;
      const text = await errorsText(await check.finish(context.signal), context, workspace);
      return text === undefined ? result : { ...result, content: [...result.content, { type: "text", text }] };
    },
  });

const pathsOf = (requests: readonly PermissionRequest[], requested: PermissionRequest["effect"]): readonly string[] =>
  requests.filter(({ effect, inside }) => effect === requested && inside === true).map(({ subject }) => subject);

/** Undefined: the edit caused no errors. */
const errorsText = async ({ errors, unchecked }: EditErrors, context: ToolContext, workspace: Workspace): Promise<string | undefined> => {
  const left = errors.length - MAX_ERRORS;
  const lines = [
    ...(errors.length === 0
      ? []
      : [
          `The language server reports ${errors.length === 1 ? "an error" : `${errors.length} errors`} that this change caused:`,
          await problemLines(context, workspace, errors.slice(0, MAX_ERRORS)),
        ]),
    ...(left > 0 ? [`(${left} more; use diagnostics)`] : []),
    ...unchecked.map((reason) => `Not checked for new errors: ${reason}.`),
  ];
  return lines.length === 0 ? undefined : lines.join("\n");
};
