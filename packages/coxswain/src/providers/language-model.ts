import type { JSONObject, LanguageModelV4 } from "@ai-sdk/provider";
import type { Model, ModelInfo } from "../model/index.ts";
import { AdapterSource } from "./adapter-source.ts";
import { callOptionsWriter } from "./call-options.ts";
import { type BodyOptions, requestOptions, requestWithOptions } from "./body-options.ts";
import type { Dialect } from "./dialect.ts";
import type { Origin } from "./errors/index.ts";
import { partReader } from "./part-reader.ts";
import { ResponseIterator, type Watchdogs } from "./response-iterator.ts";
import type { Transport } from "./transport.ts";
import { systemTimers, type Timers } from "./timers.ts";

export interface LanguageModelOptions {
  readonly dialect?: Dialect;
  /** Details for error messages. Default: the provider and model of `info`. */
  readonly origin?: Origin;
  readonly watchdogs?: Watchdogs;
  /** Default: the system timers. */
  readonly timers?: Timers;
  /** The user's fields for the body of each request. */
  readonly bodyOptions?: BodyOptions | undefined;
  /** Registers a listener for each chunk of the response. Absent: the byte watchdog is disabled. */
  readonly onBytes?: Transport["onBytes"];
  /** Changes a request before it is sent. Absent: body options are passed to the adapter as provider options. */
  readonly amend?: Transport["amend"];
}

/** Wraps a model of any AI SDK adapter, version 4 of its specification. Only `doStream` is called. */
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
                  const own = dialect.bodyOptions === undefined ? requestOptions(bodyOptions, request) : undefined;
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

/** Derives the options' key from the adapter's provider: `openai` for `openai.responses`. */
const optionsByName = ({ provider }: LanguageModelV4): Dialect => ({
  bodyOptions: (options) => ({ [provider.split(".")[0] ?? provider]: options as JSONObject }),
});
