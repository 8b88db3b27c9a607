import { ModelError } from "./errors.ts";
import type { Model, ModelRequest, StreamPart } from "./model.ts";

/**
 * Starts a model's stream. A third-party model may be untyped: an async `stream` function returns a promise, whose
 * rejection would be unhandled.
 * @throws {ModelError}
 */
export const streamOf = (model: Model, request: ModelRequest): AsyncIterable<StreamPart> => {
  const stream: unknown = model.stream(request);
  if (isStream(stream)) return stream;
  Promise.resolve(stream).catch(() => undefined);
  throw new ModelError("invalid", `The model ${model.info.reference} returned no stream: \`stream\` must return an AsyncIterable.`);
};

const isStream = (value: unknown): value is AsyncIterable<StreamPart> =>
  typeof value === "object" && value !== null && Symbol.asyncIterator in value && typeof value[Symbol.asyncIterator] === "function";
