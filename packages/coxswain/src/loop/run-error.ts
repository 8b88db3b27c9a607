import { ModelError } from "../model/index.ts";
import type { RunError } from "./outcome.ts";
import { thrownMessage } from "./thrown-message.ts";

/** An exception as a run's end tells it: plain data, with the code that the error class carries. */
export const runError = (error: unknown): RunError => {
  if (!(error instanceof Error)) return { code: "internal", message: thrownMessage(error) };
  const code = "code" in error && typeof error.code === "string" ? error.code : "internal";
  const retryAfter = error instanceof ModelError ? error.retryAfter : undefined;
  return { code, message: error.message, ...(retryAfter === undefined ? {} : { retryAfter }) };
};
