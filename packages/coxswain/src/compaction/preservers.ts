import { estimateTextTokens } from "../model/index.ts";
import { type PreservedSection, RECALL, shortenedToTokens } from "../context/index.ts";
import type { Tool, ToolContext } from "../loop/index.ts";

/** Minimum number of tokens of a useful section. */
const LEAST = 64;

/**
 * Limits verbatim sections to a total number of tokens. Each may take half of them, and the last are truncated first,
 * with a note.
 */
export const withinRoom = (carried: readonly PreservedSection[], tokens: number): readonly PreservedSection[] => {
  let left = tokens;
  const kept: PreservedSection[] = [];
  for (const { name, text } of carried) {
    const room = Math.min(left - FRAME, Math.floor(tokens / 2));
    if (text.trim() === "" || room < LEAST) continue;
    const told = shortenedToTokens(text, room);
    const whole = told === text ? text : `${shortenedToTokens(text, room - NOTE_TOKENS)}\n${NOTE}`;
    kept.push({ name, text: whole });
    left -= FRAME + estimateTextTokens(whole);
  }
  return kept;
};

/** Tokens of the heading line. */
const FRAME = 16;

const NOTE = `[This is not all of it. The tool ${RECALL} reads the messages back that it came from.]`;
const NOTE_TOKENS = estimateTextTokens(NOTE) + 1;

/** Returns the section of a session's facts that a compaction must preserve verbatim; undefined: none. */
export type Preserver = (facts: ToolContext["facts"]) => PreservedSection | undefined;

export const toolCarriers = (tools: readonly Tool[]): readonly Preserver[] =>
  tools.flatMap((tool) =>
    tool.preserveOnCompaction === undefined ? [] : [(facts: ToolContext["facts"]) => tool.preserveOnCompaction?.(facts)],
  );

/** Returns the sections of all preservers. If several share a name, the first is used. */
export const carriedBy = (carriers: readonly Preserver[], facts: ToolContext["facts"]): readonly PreservedSection[] => {
  const carried = new Map<string, PreservedSection>();
  for (const carrier of carriers) {
    const one = carrier(facts);
    if (one !== undefined && one.text.trim() !== "" && !carried.has(one.name)) carried.set(one.name, one);
  }
  return [...carried.values()];
};
