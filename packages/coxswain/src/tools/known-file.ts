import { type ToolContext, ToolError } from "../loop/index.ts";
import type { ResolvedPath } from "../workspace/index.ts";
import { mayRead } from "./file-access.ts";
import { knowledgeOf, rememberFile } from "./files-seen.ts";
import { linesOf, showLines } from "./shown-lines.ts";
import { decodeText } from "./text-file.ts";

/** Limits of the current content to show for a changed file. */
const FRESH = { lines: 400, bytes: 20_000, lineLength: 1000 };

/** File that a tool is about to change. */
export interface KnownFile {
  readonly tool: string;
  readonly place: ResolvedPath;
  /** Path as shown to the model. */
  readonly shown: string;
}

/**
 * Asserts that the model knows the current content of a file: it has read or written it. For a file that has changed
 * since then, the error shows the current content, so that the next attempt can succeed.
 * @throws {ToolError}
 */
export const assertKnown = async (context: ToolContext, { tool, place, shown }: KnownFile, bytes: Uint8Array): Promise<void> => {
  const { path } = place;
  const knowledge = await knowledgeOf(context, path, bytes);
  if (knowledge === "current") return;
  if (knowledge === "none") throw new ToolError(`You have not read ${shown}. Nothing was changed. Read it, then try again.`);
  const changed = `${shown} has changed since you read it. Nothing was written.`;
  const file = decodeText(bytes);
  if (file === undefined) throw new ToolError(`${changed} It is now binary: inspect it with bash.`);
  const lines = linesOf(file.text);
  const { text, last } = showLines(lines, 1, FRESH);
  if (last < lines.length) throw new ToolError(`${changed} Read it again, then apply the change to its current content.`);
  await mayRead(context, tool, place);
  await rememberFile(context, path, bytes);
  throw new ToolError(`${changed} Current content:\n${text}\nApply the change to this content.`);
};
