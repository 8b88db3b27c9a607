import { escapeLine } from "./escape-text.ts";
import type { Output } from "./output.ts";

/** Writes the further faults of an error, one per line: a settings error carries every fault of its file. */
export const writeMoreFaults = (error: unknown, stderr: Pick<Output, "write">): void => {
  if (!(error instanceof Error) || !("also" in error) || !Array.isArray(error.also)) return;
  for (const line of error.also) stderr.write(`cox: ${escapeLine(String(line))}\n`);
};
