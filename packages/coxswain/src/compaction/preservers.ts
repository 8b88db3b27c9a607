import { estimateTextTokens } from "../model/index.ts";
import { type PreservedSection, RECALL, shortenedToTokens } from "../context/index.ts";
import type { Tool, ToolContext } from "../loop/index.ts";

/** Below this nothing is worth carrying. */
const LEAST = 64;

/**
 * What is carried word for word, within so many tokens for all: each may have half of them, and the last are cut first. What is
 * cut says so.
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

/** Tokens of the line that names it. */
const FRAME = 16;

const NOTE = `[This is not all of it. The tool ${RECALL} reads the messages back that it came from.]`;
const NOTE_TOKENS = estimateTextTokens(NOTE) + 1;

/** Says what of a session's facts a compaction must carry word for word; undefined: nothing. */
export type Preserver = (facts: ToolContext["facts"]) => PreservedSection | undefined;

export const toolCarriers = (tools: readonly Tool[]): readonly Preserver[] =>
  tools.flatMap((tool) =>
    tool.preserveOnCompaction === undefined ? [] : [(facts: ToolContext["facts"]) => tool.preserveOnCompaction?.(facts)],
  );

/** What all of them carry. What several carry under one name is one thing: the first says it. */
export const carriedBy = (carriers: readonly Preserver[], facts: ToolContext["facts"]): readonly PreservedSection[] => {
  const carried = new Map<string, PreservedSection>();
  for (const carrier of carriers) {
    const one = carrier(facts);
    if (one !== undefined && one.text.trim() !== "" && !carried.has(one.name)) carried.set(one.name, one);
  }
  return [...carried.values()];
};
