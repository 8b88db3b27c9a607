import type { JSONObject, LanguageModelV4 } from "@ai-sdk/provider";
import type { Model, ModelInfo } from "../model/index.ts";
import { AdapterSource } from "./adapter-source.ts";
import { callOptionsWriter } from "./call-options.ts";
import { type BodyOptions, joinedOptions, requestWithOptions } from "./body-options.ts";
import type { Dialect } from "./dialect.ts";
import type { Origin } from "./errors/index.ts";
import { partReader } from "./part-reader.ts";
import { ResponseIterator, type Watchdogs } from "./response-iterator.ts";
import type { Transport } from "./transport.ts";
import { systemTimers, type Timers } from "./timers.ts";

export interface LanguageModelOptions {
  readonly dialect?: Dialect;
  /** What messages about failures may name. Default: the model's own names. */
  readonly origin?: Origin;
  readonly watchdogs?: Watchdogs;
  /** Default: the system's. */
  readonly timers?: Timers;
  /** What a person wants in the body of each request. */
  readonly bodyOptions?: BodyOptions | undefined;
  /** Calls back for each chunk of bytes of the response to the request with that signal. Absent: bytes are not watched. */
  readonly onBytes?: Transport["onBytes"];
  /** Changes the request with that signal before it is sent. Absent: what is to be in the body is told to the adapter, as its provider's options. */
  readonly amend?: Transport["amend"];
}

/** A model of any provider that has an adapter for the AI SDK, version 4 of its specification. Only `doStream` is called. */
export const fromLanguageModelV4 = (v4: LanguageModelV4, info: ModelInfo, options: LanguageModelOptions = {}): Model => {
  const { origin = { label: info.provider, model: info.id }, watchdogs = {}, timers = systemTimers, bodyOptions, onBytes, amend } = options;
  const dialect = { ...(amend === undefined ? optionsByName(v4) : {}), ...options.dialect };
  const writeOptions = callOptionsWriter(info, dialect, bodyOptions);
  return {
    info,
    stream: (request) => ({
      [Symbol.asyncIterator]: () =>
        new ResponseIterator({
          source: (sink) =>
            new AdapterSource(
              {
                open: async (signal) => {
                  const own = dialect.bodyOptions === undefined ? joinedOptions(bodyOptions, request.options) : undefined;
                  if (own !== undefined) amend?.(signal, (written) => requestWithOptions(written, own));
                  return (await v4.doStream(writeOptions(request, signal))).stream;
                },
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

/** The adapter's provider is `openai.responses`, and its options go by `openai`. */
const optionsByName = ({ provider }: LanguageModelV4): Dialect => ({
  bodyOptions: (options) => ({ [provider.split(".")[0] ?? provider]: options as JSONObject }),
});
