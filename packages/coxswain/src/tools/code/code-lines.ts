import { type ToolContext, ToolError } from "../../loop/index.ts";
import type { CodeRange, Workspace } from "../../workspace/index.ts";
import { mayRead, shownPath } from "../file-access.ts";
import { cutLine, linesOf } from "../shown-lines.ts";
import { decodeText } from "../text-file.ts";

/** Limits of a result: its places, its bytes, and the characters of a line. */
const LIMITS = { places: 100, bytes: 20_000, lineLength: 200 };
/** Bytes of a file above which its lines are not shown. */
const MAX_BYTES = 5_000_000;

/**
 * Formats places as `path:line: text`, by file. Lines are shown only of files in the folder that may be read. `label` returns the
 * part between the line's number and its text.
 */
export const codeLines = async <Place extends CodeRange>(
  context: ToolContext,
  workspace: Workspace,
  places: readonly Place[],
  label: (place: Place) => string = () => "",
): Promise<string> => {
  const contents = new Map<string, readonly string[]>();
  const rows: string[] = [];
  let bytes = 0;
  for (const place of places.slice(0, LIMITS.places)) {
    const { path, start } = place;
    if (!contents.has(path)) contents.set(path, await readableLines(context, workspace, path));
    const text = (contents.get(path)?.[start.line] ?? "").trim();
    const parts = [label(place), cutLine(text, LIMITS.lineLength)].filter((part) => part !== "");
    const row = [`${shownPath(workspace, path)}:${start.line + 1}`, ...parts].join(": ");
    bytes += Buffer.byteLength(row) + 1;
    if (bytes > LIMITS.bytes) break;
    rows.push(row);
  }
  const left = places.length - rows.length;
  return [...rows, ...(left > 0 ? [`(${left} more)`] : [])].join("\n");
};

/** No lines for a file that is elsewhere, or that may not be read. */
const readableLines = async (context: ToolContext, workspace: Workspace, path: string): Promise<readonly string[]> => {
  try {
    const place = await workspace.resolve(path);
    if (!place.inside) return [];
    await mayRead(context, "read", place);
    const file = decodeText(await workspace.read(place, { maxBytes: MAX_BYTES }));
    return file === undefined ? [] : linesOf(file.text.replaceAll("\r\n", "\n"));
  } catch (error) {
    if (error instanceof ToolError || (error instanceof Error && "path" in error)) return [];
    throw error;
  }
};
