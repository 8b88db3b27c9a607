import type { Attempts } from "../../loop/index.ts";
import { consume } from "../../base/index.ts";
import { type Model, ModelError, type ModelRequest, streamOf, type StreamPart } from "../../model/index.ts";
import { retry, type RetryParts } from "./retry.ts";

/**
 * Wraps a model for requests without a live reader, as for summaries: retries by the rules of a run, and so yields the answer
 * only when it is complete.
 */
export const retrying = (model: Model, parts: Omit<RetryParts, "model">): Model => {
  const recovery = retry({ ...parts, model: () => model.info.reference });
  return {
    info: model.info,
    async *stream(request) {
      yield* await wholeAnswer(model, request, recovery.begin());
    },
  };
};

const wholeAnswer = async (model: Model, request: ModelRequest, attempts: Attempts): Promise<readonly StreamPart[]> => {
  let answer: readonly StreamPart[] | ModelError | undefined;
  try {
    for (;;) {
      answer = await attempt(model, request);
      if (!(answer instanceof ModelError)) return answer;
      const failure = await remedied(attempts, answer, request.signal);
      if (failure !== undefined) throw failure;
    }
  } finally {
    attempts.end(Array.isArray(answer));
  }
};

/** Resolves with undefined if the request must be retried. */
const remedied = async (attempts: Attempts, error: ModelError, signal: AbortSignal): Promise<ModelError | undefined> => {
  const remedy = attempts.remedyFor(error);
  if (remedy === undefined) return error;
  const failure = await remedy(signal);
  return signal.aborted ? aborted() : failure;
};

const attempt = async (model: Model, request: ModelRequest): Promise<readonly StreamPart[] | ModelError> => {
  const parts: StreamPart[] = [];
  try {
    await consume(streamOf(model, request), request.signal, (part) => parts.push(part));
  } catch (error) {
    if (error instanceof ModelError) return error;
    throw error;
  }
  if (request.signal.aborted) return aborted();
  return parts.at(-1)?.type === "finish" ? parts : new ModelError("transient", "The model's response was truncated.");
};

const aborted = (): ModelError => new ModelError("aborted", "The request was aborted.");
