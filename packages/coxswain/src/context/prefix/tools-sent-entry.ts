import type { Entry, Fold } from "../../log/index.ts";
import type { ToolSpec } from "../../model/index.ts";

/** By tool name: the start of the SHA-256 of the tool's spec. */
export type ToolHashes = Readonly<Record<string, string>>;

/**
 * The tools that models receive from here on. A process that opens the session with other tools, or another version of
 * them, can report which ones changed. The entry contains hashes only.
 */
export interface ToolsSentEntry extends Entry {
  readonly type: "tools_sent";
  readonly tools: ToolHashes;
}

const isToolsSent = (entry: Entry): entry is ToolsSentEntry =>
  entry.type === "tools_sent" && isHashes((entry as Partial<ToolsSentEntry>).tools);

/** The tools of the last request; null before the first. */
export const toolsSentState: Fold<ToolHashes | null> = {
  name: "tools_sent",
  initial: null,
  apply: (state, entry) => (isToolsSent(entry) ? entry.tools : state),
};

const HASH_LENGTH = 16;

/** The first request loads `node:crypto`. */
export const hashedTools = (tools: readonly ToolSpec[]): ToolHashes =>
  Object.fromEntries(
    tools.map((tool) => [
      tool.name,
      process.getBuiltinModule("node:crypto").hash("sha256", JSON.stringify(tool), "hex").slice(0, HASH_LENGTH),
    ]),
  );

/** A log written by another program may contain anything. */
const isHashes = (value: unknown): boolean =>
  typeof value === "object" && value !== null && Object.values(value).every((hash) => typeof hash === "string");
