import { ModelError } from "./errors.ts";
import type { Model, ModelRequest, StreamPart } from "./model.ts";

/**
 * Starts a model's stream. A third-party model may be untyped: an async `stream` function returns a promise, whose
 * rejection would be unhandled.
 * @throws {ModelError}
 */
export const streamOf = (model: Model, request: ModelRequest): AsyncIterable<StreamPart> => {
  const given: unknown = model.stream(request);
  if (isStream(given)) return given;
  Promise.resolve(given).catch(() => undefined);
  throw new ModelError(
    "invalid",
    `The model ${model.info.reference} gave no stream: \`stream\` returns an AsyncIterable, not a promise or anything else.`,
  );
};

const isStream = (given: unknown): given is AsyncIterable<StreamPart> =>
  typeof given === "object" && given !== null && Symbol.asyncIterator in given && typeof given[Symbol.asyncIterator] === "function";
