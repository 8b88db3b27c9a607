import { ModelError } from "../../model/index.ts";
import { classify } from "./classify.ts";
import { explain, type Origin } from "./explain.ts";
import { readFailure } from "./failure.ts";
import { retryAfter } from "./retry-after.ts";

/** Whatever an adapter threw or put into its stream, as one error that says what can be done. */
export const toModelError = (error: unknown, origin: Origin, now: number): ModelError => {
  if (error instanceof ModelError) return error;
  const failure = readFailure(error);
  const kind = classify(failure);
  const wait = retryAfter(failure, now);
  return new ModelError(kind, explain(failure, kind, origin), {
    ...(failure.status === undefined ? {} : { status: failure.status }),
    ...(wait === undefined ? {} : { retryAfter: wait }),
    // The adapters' own errors carry the whole request and response; only errors of programs and connections are kept.
    ...(failure.thrown.startsWith("AI_") || failure.status !== undefined ? {} : { cause: error }),
  });
};
