import { nearest } from "../settings/index.ts";
import type { FoundHook } from "./found-hook.ts";
import { matchesTool } from "./matches-tool.ts";

/** Returns a warning for each tool name of a hook that matches no tool, because such a guard would never run. */
export const unknownTools = ({ hook, source }: Pick<FoundHook, "hook" | "source">, known: readonly string[]): readonly string[] =>
  (hook.tools ?? [])
    // MCP servers add their tools later.
    .filter((pattern) => !pattern.startsWith("mcp__") && !known.some((tool) => matchesTool([pattern], tool)))
    .map((pattern) => `${source}: the hook ${hook.name} is about ${pattern}, and no known tool is called that${meant(pattern, known)}.`);

const meant = (pattern: string, known: readonly string[]): string => {
  const near = known.find((tool) => tool === pattern.toLowerCase()) ?? nearest(pattern, known);
  return near === undefined ? "" : `; ${near} is meant, perhaps`;
};
