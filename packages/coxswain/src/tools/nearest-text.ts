import { nearMiss } from "./near-miss.ts";
import { linesOf, showLines } from "./shown-lines.ts";
import { SNIPPET } from "./snippet.ts";

/** Describes the lines that are most similar to a string that was not found. Undefined if nothing is similar. */
export const nearestText = (content: string, requested: string): string | undefined => {
  const near = nearMiss(content, requested);
  if (near === undefined) return undefined;
  const { text: there } = showLines(linesOf(content), near.line, { ...SNIPPET, lines: Math.min(near.lines, SNIPPET.lines) });
  return `The most similar text is (${near.difference}):\n${there}`;
};
