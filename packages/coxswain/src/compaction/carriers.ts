import type { PreservedSection } from "../context/index.ts";
import type { Tool, ToolContext } from "../loop/index.ts";

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
