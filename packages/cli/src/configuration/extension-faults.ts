import type { Extensions } from "coxswain/extensions";

/**
 * Tells of what an extension throws and nobody catches, as in a timer of its own, and lets the program go on; the same only once. What it
 * registered stays: with a hook that denies, a run would be without its guard. All else ends the program as before.
 */
export const reportExtensionFaults = (extensions: Pick<Extensions, "whose">, tell: (line: string) => void): void => {
  const told = new Set<string>();
  process.setUncaughtExceptionCaptureCallback((error) => {
    const whose = extensions.whose(error);
    if (whose === undefined) return process.listeners("uncaughtException").forEach((end) => end(error, "uncaughtException"));
    const line = `Uncaught error in the extension ${whose.name} (${whose.place}): ${words(error)}`;
    if (told.has(line)) return;
    told.add(line);
    tell(line);
  });
};

/** It may be anything that was thrown. What a promise was rejected with Node tells in an error of its own, where that is none. */
const words = (thrown: unknown): string => {
  try {
    const text = thrown instanceof Error ? thrown.message : String(thrown);
    return /^This error originated either by .* rejected with the reason "(.*)"\.$/s.exec(text)?.[1] ?? text;
  } catch {
    return "a value that cannot be printed";
  }
};
