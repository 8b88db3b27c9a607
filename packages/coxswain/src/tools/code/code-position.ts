import { type ToolContext, ToolError } from "../../loop/index.ts";
import type { CodePosition, Workspace } from "../../workspace/index.ts";
import { allowedPath, shownPath, toToolError } from "../file-access.ts";
import { integerField, stringField } from "../input.ts";
import { linesOf } from "../shown-lines.ts";
import { decodeText } from "../text-file.ts";

/** Arguments that name a symbol in a file. Models miscount columns, so the symbol itself is given. */
export const symbolFields = {
  path: stringField("The file: absolute, or relative to the session's folder."),
  line: integerField("Number of the line that contains the symbol, from 1.", { min: 1 }),
  symbol: stringField("The symbol as written in that line, for example the name of a function.", { max: 500 }),
};

export interface NamedSymbol {
  readonly path: string;
  readonly line: number;
  readonly symbol: string;
}

const MAX_BYTES = 5_000_000;
/** Lines to name that contain a symbol, if its line does not. */
const NAMED = 5;

/** Returns the position of a symbol. @throws {ToolError} it is not on the line */
export const positionOf = async (
  workspace: Workspace,
  { path, line, symbol }: NamedSymbol,
  allowed: ToolContext,
): Promise<CodePosition> => {
  const place = await allowedPath(allowed, workspace, "read", path);
  return positionIn(workspace, place.path, { line, symbol });
};

/** As `positionOf`, for a path that is resolved and allowed. */
export const positionIn = async (
  workspace: Workspace,
  path: string,
  { line, symbol }: Omit<NamedSymbol, "path">,
): Promise<CodePosition> => {
  const file = decodeText(await toToolError(workspace.read(path, { maxBytes: MAX_BYTES })));
  const shown = shownPath(workspace, path);
  if (file === undefined) throw new ToolError(`${shown} is binary.`);
  const lines = linesOf(file.text);
  const character = columnOf(lines[line - 1] ?? "", symbol);
  if (character !== undefined) return { path, line: line - 1, character };
  const near = lines
    .flatMap((text, at) => (columnOf(text, symbol) === undefined ? [] : [at + 1]))
    .toSorted((one, other) => Math.abs(one - line) - Math.abs(other - line))
    .slice(0, NAMED);
  const hint = near.length === 0 ? `It is nowhere in ${shown}.` : `It is on line ${near.join(", ")}.`;
  throw new ToolError(`Line ${line} of ${shown} does not contain ${JSON.stringify(symbol)}. ${hint}`);
};

const WORD = /[\p{L}\p{N}_$]/u;

/** Column of the first occurrence of a symbol that is not a part of a longer word. */
const columnOf = (text: string, symbol: string): number | undefined => {
  if (symbol === "") return undefined;
  const isPartOfWord = (at: number): boolean => WORD.test(text[at] ?? "");
  for (let at = text.indexOf(symbol); at !== -1; at = text.indexOf(symbol, at + 1)) {
    const end = at + symbol.length;
    const isWhole = (at === 0 || !isPartOfWord(at - 1) || !isPartOfWord(at)) && (!isPartOfWord(end) || !isPartOfWord(end - 1));
    if (isWhole) return at;
  }
  return undefined;
};
