import { defineTool, textResult, type Tool, type ToolContext, ToolError } from "../../loop/index.ts";
import type { CodeProblem, CodeService, CodeSymbol, Workspace } from "../../workspace/index.ts";
import { allowedPath, fileRequest, shownPath } from "../file-access.ts";
import { booleanField, optional, stringField, toolInput } from "../input.ts";
import { codeLines } from "./code-lines.ts";
import { positionOf, symbolFields } from "./code-position.ts";

const file = stringField("The file: absolute, or relative to the session's folder.");

const READING = { effect: "read", parallel: true, replay: "safe" } as const;

/** Problems of a file. */
const diagnosticsTool = (code: CodeService, workspace: Workspace) =>
  defineTool({
    ...READING,
    name: "diagnostics",
    description:
      "Errors and warnings of a file, from its language server. Results of edits have new errors already: use it for the other ones, and after changes that commands made.",
    inputSchema: toolInput({ path: file, errorsOnly: optional(booleanField("Omit warnings and hints. Default: false.")) }),
    permissionRequests: ({ path }) => fileRequest(workspace, "read", "read", path),
    async execute({ path, errorsOnly = false }, context) {
      const place = await allowedPath(context, workspace, "read", path);
      assertServed(code, place.path, shownPath(workspace, place.path));
      const all = await code.diagnostics(place.path, context.signal);
      const problems = all
        .filter(({ severity }) => severity === "error" || (!errorsOnly && severity !== "hint"))
        .toSorted(
          (one, other) => Number(other.severity === "error") - Number(one.severity === "error") || one.start.line - other.start.line,
        );
      if (problems.length === 0) return `No problems in ${shownPath(workspace, place.path)}.`;
      return textResult(await problemText(context, workspace, problems), {
        path: shownPath(workspace, place.path),
        problems: problems.length,
      });
    },
  });

export const problemText = (context: ToolContext, workspace: Workspace, problems: readonly CodeProblem[]): Promise<string> =>
  codeLines(context, workspace, problems, problemLabel);

const problemLabel = ({ severity, message, code }: CodeProblem): string => `${severity}${code === undefined ? "" : ` ${code}`}: ${message}`;

/** Finds the definition of a symbol. */
const definitionTool = (code: CodeService, workspace: Workspace) =>
  defineTool({
    ...READING,
    name: "definition",
    description: "Finds where a symbol is defined, from the language server: through imports and overloads, unlike grep.",
    inputSchema: toolInput(symbolFields),
    permissionRequests: ({ path }) => fileRequest(workspace, "read", "read", path),
    async execute(input, context) {
      const at = await positionOf(workspace, input, context);
      assertServed(code, at.path, shownPath(workspace, at.path));
      const found = await code.definition(at, context.signal);
      if (found.length === 0) return `No definition of ${input.symbol} was found.`;
      const text = await codeLines(context, workspace, found);
      return textResult(text, { places: found.length });
    },
  });

/** Finds the uses of a symbol. */
const referencesTool = (code: CodeService, workspace: Workspace) =>
  defineTool({
    ...READING,
    name: "references",
    description:
      "Finds all uses of a symbol and its declaration, from the language server: not other symbols of the same name, unlike grep.",
    inputSchema: toolInput(symbolFields),
    permissionRequests: ({ path }) => fileRequest(workspace, "read", "read", path),
    async execute(input, context) {
      const at = await positionOf(workspace, input, context);
      assertServed(code, at.path, shownPath(workspace, at.path));
      const found = await code.references(at, context.signal);
      if (found.length === 0) return `No uses of ${input.symbol} were found.`;
      const files = new Set(found.map(({ path }) => path));
      const text = await codeLines(context, workspace, found);
      return textResult(`${found.length} places in ${files.size} files:\n${text}`, { places: found.length, files: files.size });
    },
  });

/** Symbols of a file, or of the folder by name. */
const symbolsTool = (code: CodeService, workspace: Workspace) =>
  defineTool({
    ...READING,
    name: "symbols",
    description:
      "Lists the symbols of a file (path), or finds symbols of the whole project by a part of their name (query), from the language server.",
    inputSchema: toolInput({ path: optional(file), query: optional(stringField("A part of the name.", { max: 200 })) }),
    permissionRequests: ({ path }) => fileRequest(workspace, "read", "read", path ?? "."),
    async execute({ path, query }, context) {
      const place = await allowedPath(context, workspace, "read", path ?? ".");
      if (path === undefined && query === undefined) throw new ToolError("Give a path or a query.");
      if (path !== undefined) assertServed(code, place.path, shownPath(workspace, place.path));
      const all =
        path === undefined ? await code.findSymbols(query ?? "", context.signal) : await code.symbolsIn(place.path, context.signal);
      const found = path === undefined ? all : all.filter(({ name }) => name.toLowerCase().includes((query ?? "").toLowerCase()));
      if (found.length === 0) return "No symbols were found.";
      const text = await codeLines(context, workspace, found, symbolLabel);
      return textResult(text, { symbols: found.length });
    },
  });

const symbolLabel = ({ kind, name, container }: CodeSymbol): string => `${kind} ${container === undefined ? name : `${container}.${name}`}`;

/** @throws {ToolError} no server serves the file */
export const assertServed = (code: CodeService, path: string, shown: string): void => {
  if (!code.serves(path)) throw new ToolError(`No language server is available for ${shown}. Use grep instead.`);
};

/** The tools that change nothing. */
export const codeReadingTools = (code: CodeService, workspace: Workspace): readonly Tool[] =>
  [diagnosticsTool, definitionTool, referencesTool, symbolsTool].map((make) => make(code, workspace) as Tool);
