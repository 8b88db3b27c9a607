import type { Entry, Fold } from "../log/index.ts";
import { type ToolContext, ToolError } from "../loop/index.ts";
import type { Workspace, ResolvedPath } from "../workspace/index.ts";
import { shownPath, mayRead } from "./file-access.ts";
import { linesOf, showLines } from "./shown-lines.ts";
import { decodeText } from "./text-file.ts";

/** Records that the model read or wrote a file. */
export interface FileSeenEntry extends Entry {
  readonly type: "file_seen";
  /** Absolute path with links resolved. */
  readonly path: string;
  /** SHA-256 of the content at that time, in hexadecimal. */
  readonly hash: string;
  /** True if the model wrote this content. */
  readonly changed?: true;
}

/** Hash of the content that the model knows, by path. */
type FilesSeen = Readonly<Record<string, string>>;

const isFileSeen = (entry: Entry): entry is FileSeenEntry => entry.type === "file_seen";

/** Files that the model has seen on the active path. A resume restores them; a fork drops later entries. */
export const filesSeen: Fold<FilesSeen> = {
  name: "files_seen",
  initial: {},
  apply(state, entry) {
    if (!isFileSeen(entry) || state[entry.path] === entry.hash) return state;
    return { ...state, [entry.path]: entry.hash };
  },
};

/** Loads `node:crypto` with the first file: it would add 10 ms to every start. */
const contentHash = async (bytes: Uint8Array): Promise<string> => (await import("node:crypto")).hash("sha256", bytes, "hex");

/** Records that the model knows this content of a file. */
export const rememberFile = async (
  context: ToolContext,
  path: string,
  bytes: Uint8Array,
  how: "shown" | "written" = "shown",
): Promise<void> => {
  const hash = await contentHash(bytes);
  if (context.facts(filesSeen)[path] === hash) return;
  await context.record<FileSeenEntry>({ type: "file_seen", path, hash, ...(how === "written" ? { changed: true } : {}) });
};

/** Compares the content of a file with the content that the model knows. */
const knowledgeOf = async (context: ToolContext, path: string, bytes: Uint8Array): Promise<"current" | "stale" | "none"> => {
  const seen = context.facts(filesSeen)[path];
  if (seen === undefined) return "none";
  return seen === (await contentHash(bytes)) ? "current" : "stale";
};

/** Operation of the model on each file, by path, latest last. */
export type FilesChanged = Readonly<Record<string, "read" | "changed">>;

/** Number of latest files of each kind to list. The others are only counted. */
const NAMED = 100;

/** Files that the model has read or changed on the active path. */
export const filesTouched: Fold<FilesChanged> = {
  name: "files_touched",
  initial: {},
  apply(state, entry) {
    if (!isFileSeen(entry)) return state;
    const { [entry.path]: before, ...others } = state;
    return { ...others, [entry.path]: entry.changed === true || before === "changed" ? "changed" : "read" };
  },
};

/** Formats the files for the section that a compaction preserves. */
export const preservedFiles = (
  workspace: Workspace,
  touched: FilesChanged,
): { readonly name: string; readonly text: string } | undefined => {
  const paths = Object.keys(touched).map((path) => ({ did: touched[path], shown: shownPath(workspace, path) }));
  const listOf = (did: "read" | "changed", title: string): readonly string[] => {
    const files = paths.filter((file) => file.did === did).map(({ shown }) => `- ${shown}`);
    if (files.length === 0) return [];
    const left = files.length - NAMED;
    return [title, ...(left > 0 ? [`- (${left} before these)`] : []), ...files.slice(-NAMED)];
  };
  const lines = [...listOf("changed", "Files that you have changed:"), ...listOf("read", "Files that you have read and not changed:")];
  return lines.length === 0 ? undefined : { name: "files", text: lines.join("\n") };
};

/** Limits of the current content to show for a changed file. */
const FRESH = { lines: 400, bytes: 20_000, lineLength: 1000 };

/** File that a tool is about to change. */
export interface CheckedFile {
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
export const assertSeen = async (context: ToolContext, { tool, place, shown }: CheckedFile, bytes: Uint8Array): Promise<void> => {
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
