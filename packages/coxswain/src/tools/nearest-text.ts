import { nearMiss } from "./near-miss.ts";
import { linesOf, showLines } from "./shown-lines.ts";
import { SNIPPET } from "./snippet.ts";

/** Describes the lines that are most similar to a string that was not found. Undefined if nothing is similar. */
export const nearestText = (content: string, wanted: string): string | undefined => {
  const near = nearMiss(content, wanted);
  if (near === undefined) return undefined;
  const { text: there } = showLines(linesOf(content), near.line, { ...SNIPPET, lines: Math.min(near.lines, SNIPPET.lines) });
  return `The nearest text is this (${near.difference}):\n${there}`;
};
