import type { ToolSpec } from "../model/index.ts";
import type { ConversationMessage } from "./invariant.ts";
import type { Section } from "./sections.ts";
import type { Entry, Fold } from "../log/index.ts";
import { textHash } from "../base/index.ts";

/** A request in the order in which a provider's cache reads it: tools, system prompt, conversation. */
export interface PromptPrefix {
  readonly tools: readonly ToolSpec[];
  /** Named sections, or plain strings as in a model request. */
  readonly system: readonly (string | Pick<Section, "name" | "text">)[];
  readonly messages: readonly ConversationMessage[];
}

/** One piece of a request. */
export interface PrefixSegment {
  readonly part: "tools" | "system" | "messages";
  /** Index within its part, from 0. */
  readonly at: number;
  /** Name of the tool or section, or role of the message. For an unnamed section, the start of its text. */
  readonly name: string;
}

/** The first piece that differs from the previous request. */
export interface PrefixBreak {
  readonly segment: PrefixSegment;
  readonly change: "changed" | "added" | "removed";
}

/** Returns whether two values are the same JSON, including the order of object keys. */
const isSame = (one: unknown, other: unknown): boolean => {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const [keys, others] = [Object.keys(one), Object.keys(other)];
  return (
    keys.length === others.length && keys.every((key, at) => key === others[at] && isSame((one as Fields)[key], (other as Fields)[key]))
  );
};

type Fields = Readonly<Record<string, unknown>>;

/**
 * Checks that a request extends the previous one, so that the provider's cache applies: the same tools, the same system
 * prompt, and the same messages, possibly with more appended. Returns the first difference, or undefined. Identical
 * objects are not compared in depth.
 */
export const lintPrefix = (before: PromptPrefix, after: PromptPrefix): PrefixBreak | undefined =>
  firstBreak("tools", before.tools, after.tools, ({ name }) => name) ??
  firstBreak("system", before.system, after.system, nameOf) ??
  firstBreak("messages", before.messages, after.messages.slice(0, before.messages.length), ({ role }) => role);

const firstBreak = <Piece>(
  part: PrefixSegment["part"],
  before: readonly Piece[],
  after: readonly Piece[],
  name: (piece: Piece) => string,
): PrefixBreak | undefined => {
  const length = before === after ? 0 : Math.max(before.length, after.length);
  for (let at = 0; at < length; at += 1) {
    const [old, fresh] = [before[at], after[at]];
    if (isSame(old, fresh)) continue;
    const broken = (piece: Piece, change: PrefixBreak["change"]): PrefixBreak => ({ segment: { part, at, name: name(piece) }, change });
    if (old === undefined) return broken(fresh as Piece, "added");
    if (fresh === undefined) return broken(old, "removed");
    // Messages have no name: a different one at the same index is a change.
    if (part === "messages" || name(old) === name(fresh)) return broken(old, "changed");
    return after.some((piece) => name(piece) === name(old)) ? broken(fresh, "added") : broken(old, "removed");
  }
  return undefined;
};

const LONGEST_NAME = 40;

const nameOf = (section: PromptPrefix["system"][number]): string =>
  typeof section === "string" ? (section.trim().split("\n", 1)[0] ?? "").slice(0, LONGEST_NAME) : section.name;

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

const isToolsSent = (entry: Entry): entry is ToolsSentEntry => entry.type === "tools_sent";

/** The tools of the last request; null before the first. */
export const toolsSentState: Fold<ToolHashes | null> = {
  name: "tools_sent",
  initial: null,
  apply: (state, entry) => (isToolsSent(entry) ? entry.tools : state),
};

export const hashedTools = (tools: readonly ToolSpec[]): ToolHashes =>
  Object.fromEntries(tools.map((tool) => [tool.name, textHash(JSON.stringify(tool))]));
