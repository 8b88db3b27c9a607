import { nearMiss } from "./near-miss.ts";
import { linesOf, showLines } from "./shown-lines.ts";
import { SNIPPET } from "./snippet.ts";

/** The lines that are most like a text that is not there, and in what they differ; undefined when nothing is like it. */
export const nearestText = (content: string, wanted: string): string | undefined => {
  const near = nearMiss(content, wanted);
  if (near === undefined) return undefined;
  const { text: there } = showLines(linesOf(content), near.line, { ...SNIPPET, lines: Math.min(near.lines, SNIPPET.lines) });
  return `The nearest text is this (${near.difference}):\n${there}`;
};
