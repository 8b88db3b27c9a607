import { nearest } from "../settings/index.ts";
import type { FoundHook } from "./found-hook.ts";
import { matchesTool } from "./matches-tool.ts";

/** A line for each name of a hook's that no tool has: a guard that is never asked is to be heard of. */
export const unknownTools = ({ hook, source }: Pick<FoundHook, "hook" | "source">, known: readonly string[]): readonly string[] =>
  (hook.tools ?? [])
    // Servers bring their tools later.
    .filter((pattern) => !pattern.startsWith("mcp__") && !known.some((tool) => matchesTool([pattern], tool)))
    .map((pattern) => `${source}: the hook ${hook.name} is about ${pattern}, and no known tool is called that${meant(pattern, known)}.`);

const meant = (pattern: string, known: readonly string[]): string => {
  const near = known.find((tool) => tool === pattern.toLowerCase()) ?? nearest(pattern, known);
  return near === undefined ? "" : `; ${near} is meant, perhaps`;
};
