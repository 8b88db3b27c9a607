import { escapeLine } from "./output/index.ts";

/** An error on one line. Those that are meant for people have a code; any other is a fault of the program, which its place helps to find. */
export const faultLine = (error: unknown): string => {
  if (!(error instanceof Error)) return escapeLine(String(error));
  if ("code" in error) return escapeLine(error.message);
  const place = /\n\s+at (.*)/.exec(error.stack ?? "")?.[1];
  return escapeLine(`a fault in cox itself: ${error.name}: ${error.message}${place === undefined ? "" : ` at ${place}`}`);
};
