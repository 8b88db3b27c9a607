import type { LanguageModelV4 } from "@ai-sdk/provider";
import type { Model, ModelInfo } from "../model/index.ts";
import { AdapterSource } from "./adapter-source.ts";
import { callOptionsWriter } from "./call-options.ts";
import type { Dialect } from "./dialect.ts";
import type { Origin } from "./errors/index.ts";
import { partReader } from "./part-reader.ts";
import { ResponseIterator, type Watchdogs } from "./response-iterator.ts";
import { systemTimers, type Timers } from "./timers.ts";

export interface LanguageModelOptions {
  readonly dialect?: Dialect;
  /** What messages about failures may name. Default: the model's own names. */
  readonly origin?: Origin;
  readonly watchdogs?: Watchdogs;
  /** Default: the system's. */
  readonly timers?: Timers;
  /** Calls back for each chunk of bytes of the response to the request with that signal. Absent: bytes are not watched. */
  readonly onBytes?: (signal: AbortSignal, listener: () => void) => void;
}

/** A model of any provider that has an adapter for the AI SDK, version 4 of its specification. Only `doStream` is called. */
export const fromLanguageModelV4 = (v4: LanguageModelV4, info: ModelInfo, options: LanguageModelOptions = {}): Model => {
  const { dialect = {}, origin = { label: info.provider, model: info.id }, watchdogs = {}, timers = systemTimers, onBytes } = options;
  const writeOptions = callOptionsWriter(info, dialect);
  return {
    info,
    stream: (request) => ({
      [Symbol.asyncIterator]: () =>
        new ResponseIterator({
          source: (sink) =>
            new AdapterSource(
              {
                open: async (signal) => (await v4.doStream(writeOptions(request, signal))).stream,
                read: partReader(dialect, origin),
                onBytes,
              },
              sink,
            ),
          signal: request.signal,
          watchdogs: onBytes === undefined ? { ...watchdogs, bytes: Infinity } : watchdogs,
          timers,
          origin,
        }),
    }),
  };
};
