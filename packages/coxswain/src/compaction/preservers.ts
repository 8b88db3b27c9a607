import { estimateTextTokens } from "../model/index.ts";
import { type PreservedSection, RECALL, shortenedToTokens } from "../context/index.ts";
import type { Tool, ToolContext } from "../loop/index.ts";

/** Minimum number of tokens of a useful section. */
const LEAST = 64;

/**
 * Limits verbatim sections to a total number of tokens. Each may take half of them, and the last are truncated first,
 * with a note.
 */
export const limitSections = (sections: readonly PreservedSection[], tokens: number): readonly PreservedSection[] => {
  let left = tokens;
  const limited: PreservedSection[] = [];
  for (const { name, text } of sections) {
    const room = Math.min(left - FRAME, Math.floor(tokens / 2));
    if (text.trim() === "" || room < LEAST) continue;
    const shown = shortenedToTokens(text, room) === text ? text : `${shortenedToTokens(text, room - NOTE_TOKENS)}\n${NOTE}`;
    limited.push({ name, text: shown });
    left -= FRAME + estimateTextTokens(shown);
  }
  return limited;
};

/** Tokens of the heading line. */
const FRAME = 16;

const NOTE = `[Truncated. The tool ${RECALL} shows the original messages.]`;
const NOTE_TOKENS = estimateTextTokens(NOTE) + 1;

/** Returns the section of a session's facts that a compaction must preserve verbatim; undefined: none. */
export type Preserver = (facts: ToolContext["facts"]) => PreservedSection | undefined;

export const toolPreservers = (tools: readonly Tool[]): readonly Preserver[] =>
  tools.flatMap((tool) =>
    tool.preserveOnCompaction === undefined ? [] : [(facts: ToolContext["facts"]) => tool.preserveOnCompaction?.(facts)],
  );

/** Returns the sections of all preservers. If several share a name, the first is used. */
export const preservedSections = (preservers: readonly Preserver[], facts: ToolContext["facts"]): readonly PreservedSection[] => {
  const sections = new Map<string, PreservedSection>();
  for (const preserver of preservers) {
    const section = preserver(facts);
    if (section !== undefined && section.text.trim() !== "" && !sections.has(section.name)) sections.set(section.name, section);
  }
  return [...sections.values()];
};
