import { isSame } from "./is-same.ts";
import type { PrefixBreak, PrefixSegment, PromptPrefix } from "./prompt-prefix.ts";

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
