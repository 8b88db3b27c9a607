import { clampThinking, type Model, type ModelInfo, type ModelRequest } from "../model/index.ts";
import { type BodyOptions, requestOptions, withOptions } from "./body-options.ts";
import type { Origin } from "./errors/index.ts";
import type { WrittenRequest } from "./http-sender.ts";
import { ResponseIterator, type Watchdogs } from "./response-iterator.ts";
import type { Timers } from "./timers.ts";
import type { Transport } from "./transport.ts";
import { WireSource } from "./wire-source.ts";
import type { Continuation, Wire } from "./wires/index.ts";

export interface WireModelOptions {
  readonly wire: Wire;
  readonly send: Transport["send"];
  /** The user's fields for the body of each request. */
  readonly bodyOptions?: BodyOptions | undefined;
  readonly origin: Origin;
  readonly watchdogs: Watchdogs;
  readonly timers: Timers;
}

/** Returns a model whose requests and responses are written and parsed by our own wire. */
export const wireModel = (info: ModelInfo, options: WireModelOptions): Model => {
  const { wire, send, bodyOptions, origin, watchdogs, timers } = options;
  const write = requestSerializer(info, wire, bodyOptions);
  return {
    info,
    stream: (request) => ({
      [Symbol.asyncIterator]: () =>
        new ResponseIterator({
          source: (sink) =>
            new WireSource(
              {
                write: (signal, further) => write(request, signal, further),
                send,
                read: (emit) => wire.read({ emit, origin, tools: request.tools }),
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

/**
 * Returns a function that serializes requests: the wire's body, then the user's options, then the changes that continue
 * a response.
 */
export const requestSerializer =
  (info: ModelInfo, { write }: Wire, bodyOptions?: BodyOptions) =>
  (request: ModelRequest, signal: AbortSignal, further?: Continuation): WrittenRequest => {
    const thinking = info.thinking.length === 0 ? undefined : clampThinking(request.thinking, info.thinking);
    const { url, headers, body } = write(request, thinking);
    const options = requestOptions(bodyOptions, request);
    const asked = options === undefined ? body : withOptions(body, options);
    const whole = further === undefined ? asked : further(asked);
    return { url, init: { method: "POST", headers: { ...headers }, body: JSON.stringify(whole), signal } };
  };
