import { escapeLine } from "./escape-text.ts";
import type { Output } from "./output.ts";

/** What else is wrong, besides what an error says: of a file of settings all that is, a line each. */
export const tellAlso = (error: unknown, stderr: Pick<Output, "write">): void => {
  if (!(error instanceof Error) || !("also" in error) || !Array.isArray(error.also)) return;
  for (const line of error.also) stderr.write(`cox: ${escapeLine(String(line))}\n`);
};
