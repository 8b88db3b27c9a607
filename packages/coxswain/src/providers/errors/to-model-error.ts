import { ModelError } from "../../model/index.ts";
import { classify } from "./classify.ts";
import { explain, type Origin } from "./explain.ts";
import { readFailure } from "./failure.ts";
import { retryAfter } from "./retry-after.ts";

/** Converts any error of an adapter or its stream to a `ModelError` with a class and a message for the user. */
export const toModelError = (error: unknown, origin: Origin, now: number): ModelError => {
  if (error instanceof ModelError) return error;
  const failure = readFailure(error);
  const kind = classify(failure);
  const wait = retryAfter(failure, now);
  return new ModelError(kind, explain(failure, kind, origin), {
    ...(failure.status === undefined ? {} : { status: failure.status }),
    ...(wait === undefined ? {} : { retryAfter: wait }),
    // Adapter errors hold the whole request and response, so only bugs and connection errors are attached as the cause.
    ...(failure.thrown.startsWith("AI_") || failure.status !== undefined ? {} : { cause: error }),
  });
};
