import type { Entry, Fold } from "../log/index.ts";
import type { ToolContext } from "../loop/index.ts";

/** The model was shown a file, or wrote it. */
export interface FileSeenEntry extends Entry {
  readonly type: "file_seen";
  /** Absolute, links resolved. */
  readonly path: string;
  /** SHA-256 of the content at that time, in hexadecimal. */
  readonly hash: string;
  /** The model itself gave it this content. */
  readonly changed?: true;
}

/** The content that the model knows of each file, by path. */
type FilesSeen = Readonly<Record<string, string>>;

export const isFileSeen = (entry: Entry): entry is FileSeenEntry => entry.type === "file_seen";

/** What the active path's facts say the model has seen: it survives a resume, and a fork forgets what came after it. */
export const filesSeen: Fold<FilesSeen> = {
  name: "files_seen",
  initial: {},
  apply(state, entry) {
    if (!isFileSeen(entry) || state[entry.path] === entry.hash) return state;
    return { ...state, [entry.path]: entry.hash };
  },
};

/** `node:crypto` costs a start 10 ms, so it is loaded with the first file. */
const contentHash = async (bytes: Uint8Array): Promise<string> => (await import("node:crypto")).hash("sha256", bytes, "hex");

/** Keeps that the model knows this content of a file, having been shown it or written it. */
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

/** What the model knows of a file with this content. */
export const knowledgeOf = async (context: ToolContext, path: string, bytes: Uint8Array): Promise<"current" | "stale" | "none"> => {
  const seen = context.facts(filesSeen)[path];
  if (seen === undefined) return "none";
  return seen === (await contentHash(bytes)) ? "current" : "stale";
};
