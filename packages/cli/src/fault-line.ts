import { escapeLine } from "./output/index.ts";

/** Formats an error on one line. Errors without a code are internal errors, and are shown with their position. */
export const faultLine = (error: unknown): string => {
  if (!(error instanceof Error)) return escapeLine(String(error));
  if ("code" in error) return escapeLine(error.message);
  const place = /\n\s+at (.*)/.exec(error.stack ?? "")?.[1];
  return escapeLine(
    `internal error: ${error.name}: ${error.message}${place === undefined ? "" : ` at ${place}`}. Please report this with the output of \`cox doctor\`.`,
  );
};
