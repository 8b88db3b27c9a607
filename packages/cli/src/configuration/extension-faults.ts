import type { Extensions } from "coxswain/extensions";

/**
 * Reports uncaught errors of extensions, for example from a timer, and continues; each error is reported once. The
 * extension stays registered, because removing a hook that denies calls would leave the run unguarded. Other uncaught
 * errors end the program.
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

/** Formats any thrown value. Node.js wraps a rejection reason that is not an error in its own error. */
const words = (thrown: unknown): string => {
  try {
    const text = thrown instanceof Error ? thrown.message : String(thrown);
    return /^This error originated either by .* rejected with the reason "(.*)"\.$/s.exec(text)?.[1] ?? text;
  } catch {
    return "a value that cannot be printed";
  }
};
