import type { LanguageModelV4 } from "@ai-sdk/provider";
import type { Model, ModelInfo } from "../model/index.ts";
import { type BodyOptions, joinedOptions, requestWithOptions } from "./body-options.ts";
import { callOptionsWriter, type WrittenOptions } from "./call-options.ts";
import type { Dialect } from "./dialect.ts";
import type { Origin } from "./errors/index.ts";
import type { WrittenRequest } from "./http-sender.ts";
import { ResponseIterator, type Watchdogs } from "./response-iterator.ts";
import type { Timers } from "./timers.ts";
import type { Transport } from "./transport.ts";
import { WireSource } from "./wire-source.ts";
import type { ResponseReader } from "./wires/index.ts";

export interface AdapterWrittenModelOptions {
  /** Serializes the requests. Its `fetch` must be the transport's. */
  readonly adapter: LanguageModelV4;
  readonly read: ResponseReader;
  readonly transport: Pick<Transport, "intercept" | "send">;
  readonly dialect: Dialect;
  /** The user's fields for the body of each request. */
  readonly bodyOptions?: BodyOptions | undefined;
  readonly origin: Origin;
  readonly watchdogs: Watchdogs;
  readonly timers: Timers;
}

/** Returns a model that uses an AI SDK adapter to serialize requests and our own reader to parse responses. */
export const adapterWrittenModel = (info: ModelInfo, options: AdapterWrittenModelOptions): Model => {
  const { adapter, read, transport, dialect, bodyOptions, origin, watchdogs, timers } = options;
  const writeOptions = callOptionsWriter(info, dialect);
  return {
    info,
    stream: (request) => ({
      [Symbol.asyncIterator]: () =>
        new ResponseIterator({
          source: (sink) =>
            new WireSource(
              {
                write: async (signal, further) => {
                  const written = await write(adapter, writeOptions(request, signal), transport);
                  return requestWithOptions(written, joinedOptions(bodyOptions, request.options, further));
                },
                send: transport.send,
                read: (emit) => read({ emit, origin, tools: request.tools }),
              },
              sink,
            ),
          signal: request.signal,
          watchdogs,
          timers,
          origin,
        }),
    }),
  };
};

/** Returns the request as the adapter serializes it. Rejects with the adapter's error. */
const write = (adapter: LanguageModelV4, options: WrittenOptions, transport: Pick<Transport, "intercept">): Promise<WrittenRequest> =>
  new Promise((resolve, reject) => {
    transport.intercept(options.abortSignal, resolve);
    // The adapter's call never settles, and is garbage-collected.
    adapter.doStream(options).then(() => reject(new TypeError("The adapter has sent no request.")), reject);
  });
