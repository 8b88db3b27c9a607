import type { AnyEntry, CustomEntry } from "../journal/index.ts";
import type { CustomBlock } from "./block.ts";

/**
 * Describes the data of a custom block in Markdown, by the entry's type. Undefined: it is not shown. Must be pure, and must not
 * throw.
 */
export type DescribeEntry = (type: string, data: unknown) => string | undefined;

/** Only types of other programs contain a colon. */
export const isCustom = (entry: AnyEntry): entry is CustomEntry => entry.type.includes(":");

export const customBlock = (entry: CustomEntry, describe: DescribeEntry | undefined): CustomBlock => {
  const { id, at, type, seq: _, parent: __, ...rest } = entry;
  const data: unknown = type.startsWith("extension:") && "fact" in rest ? rest.fact : rest;
  const text = describe?.(type, data);
  return { kind: "custom", id, at, settled: true, type, data, ...(text === undefined ? {} : { text }) };
};
