import type { Entry, Fold } from "../log/index.ts";
import type { ToolContext } from "../loop/index.ts";

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

export const isFileSeen = (entry: Entry): entry is FileSeenEntry => entry.type === "file_seen";

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
export const knowledgeOf = async (context: ToolContext, path: string, bytes: Uint8Array): Promise<"current" | "stale" | "none"> => {
  const seen = context.facts(filesSeen)[path];
  if (seen === undefined) return "none";
  return seen === (await contentHash(bytes)) ? "current" : "stale";
};
