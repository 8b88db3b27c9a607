import type { Carried } from "../context/index.ts";
import type { Tool, ToolContext } from "../loop/index.ts";

/** Says what of a session's facts a compaction must carry word for word; undefined: nothing. */
export type Carrier = (facts: ToolContext["facts"]) => Carried | undefined;

export const toolCarriers = (tools: readonly Tool[]): readonly Carrier[] =>
  tools.flatMap((tool) => (tool.carry === undefined ? [] : [(facts: ToolContext["facts"]) => tool.carry?.(facts)]));

/** What all of them carry. What several carry under one name is one thing: the first says it. */
export const carriedBy = (carriers: readonly Carrier[], facts: ToolContext["facts"]): readonly Carried[] => {
  const carried = new Map<string, Carried>();
  for (const carrier of carriers) {
    const one = carrier(facts);
    if (one !== undefined && one.text.trim() !== "" && !carried.has(one.name)) carried.set(one.name, one);
  }
  return [...carried.values()];
};
