import { ModelError } from "../model/index.ts";
import type { RunError } from "./outcome.ts";
import { errorText } from "../base/index.ts";

/** An exception as a run's end tells it: plain data, with the code that the error class carries. */
export const runError = (error: unknown): RunError => {
  try {
    if (error instanceof Error) return ofError(error);
  } catch {
    // It cannot even be asked what it is.
  }
  return { code: "internal", message: errorText(error) };
};

const ofError = (error: Error): RunError => {
  const code = "code" in error && typeof error.code === "string" ? error.code : "internal";
  const retryAfter = error instanceof ModelError ? error.retryAfter : undefined;
  return { code, message: errorText(error), ...(retryAfter === undefined ? {} : { retryAfter }) };
};
