import { escapeLine } from "./escape-text.ts";
import type { Output } from "./output.ts";

/** Formats an error on one line. Errors without a code are internal errors, and are shown with their position. */
export const errorLine = (error: unknown): string => {
  if (!(error instanceof Error)) return escapeLine(String(error));
  if ("code" in error) return escapeLine(error.message);
  const place = /\n\s+at (.*)/.exec(error.stack ?? "")?.[1];
  return escapeLine(
    `internal error: ${error.name}: ${error.message}${place === undefined ? "" : ` at ${place}`}. Please report this with the output of \`cox doctor\`.`,
  );
};

/** Writes the further faults of an error, one per line: a settings error carries every fault of its file. */
export const writeMoreErrors = (error: unknown, stderr: Pick<Output, "message">): void => {
  if (!(error instanceof Error) || !("also" in error) || !Array.isArray(error.also)) return;
  for (const line of error.also) stderr.message(String(line));
};
