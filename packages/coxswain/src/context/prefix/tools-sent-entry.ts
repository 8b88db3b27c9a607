import type { Entry, Fold } from "../../log/index.ts";
import type { ToolSpec } from "../../model/index.ts";

/** By the tool's name: the beginning of the SHA-256 of what a model is told of it. */
export type ToolHashes = Readonly<Record<string, string>>;

/**
 * From here on models are told of these tools: where a process opens the session that has others, or another version of them,
 * it can say which ones. The texts themselves come from the tools.
 */
export interface ToolsSentEntry extends Entry {
  readonly type: "tools_sent";
  readonly tools: ToolHashes;
}

const isToolsSent = (entry: Entry): entry is ToolsSentEntry =>
  entry.type === "tools_sent" && isHashes((entry as Partial<ToolsSentEntry>).tools);

/** What the last request's model was told of its tools; null where no request was made. */
export const toolsSentState: Fold<ToolHashes | null> = {
  name: "tools_sent",
  initial: null,
  apply: (state, entry) => (isToolsSent(entry) ? entry.tools : state),
};

const HASH_LENGTH = 16;

/** `node:crypto` is loaded with the first request. */
export const hashedTools = (tools: readonly ToolSpec[]): ToolHashes =>
  Object.fromEntries(
    tools.map((tool) => [
      tool.name,
      process.getBuiltinModule("node:crypto").hash("sha256", JSON.stringify(tool), "hex").slice(0, HASH_LENGTH),
    ]),
  );

/** A log from another hand may hold anything. */
const isHashes = (value: unknown): boolean =>
  typeof value === "object" && value !== null && Object.values(value).every((hash) => typeof hash === "string");
