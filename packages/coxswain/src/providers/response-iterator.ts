import type { ReadableStreamReadResult } from "node:stream/web";
import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { ModelError, type StreamPart } from "../model/index.ts";
import { type Origin, toModelError } from "./errors/index.ts";
import type { Timers } from "./timers.ts";
import { type Watchdog, watchdog } from "./watchdog.ts";

/** How long a response may be silent, in milliseconds; `Infinity` for ever. */
export interface Watchdogs {
  /** Without a byte, be it only a keep-alive. Default: 60,000. */
  readonly bytes?: number;
  /** Without a part of the content. Default: 300,000. */
  readonly content?: number;
}

export interface ResponseSource {
  /** Sends the request. */
  readonly open: (signal: AbortSignal) => PromiseLike<ReadableStream<LanguageModelV4StreamPart>>;
  readonly read: (part: LanguageModelV4StreamPart) => StreamPart | undefined;
  /** The caller's own. */
  readonly signal: AbortSignal;
  /** Calls back for each chunk of bytes of the response to the request with that signal. */
  readonly onBytes: ((signal: AbortSignal, listener: () => void) => void) | undefined;
  readonly watchdogs: Watchdogs;
  readonly timers: Timers;
  readonly origin: Origin;
}

type Next = IteratorResult<StreamPart, undefined>;

/**
 * One response, from sending the request to the end. Written by hand over the stream's reader: one promise a part, no
 * generator and no race, for this is walked for every token.
 */
export class ResponseIterator implements AsyncIterator<StreamPart, undefined> {
  readonly #source: ResponseSource;
  readonly #abort = new AbortController();
  #reader: ReadableStreamDefaultReader<LanguageModelV4StreamPart> | undefined;
  #content: Watchdog | undefined;
  #bytes: Watchdog | undefined;
  #failure: ModelError | undefined;
  #closed = false;

  constructor(source: ResponseSource) {
    this.#source = source;
  }

  next(): Promise<Next> {
    if (this.#closed) return this.#failure === undefined ? Promise.resolve(DONE) : Promise.reject(this.#failure);
    if (this.#reader === undefined) return this.#open().then(this.#nextPart, this.#fail);
    return this.#nextPart();
  }

  /** The caller wants no more: the request is ended. */
  return(): Promise<Next> {
    this.#end();
    return Promise.resolve(DONE);
  }

  readonly #nextPart = (): Promise<Next> =>
    this.#reader === undefined ? Promise.resolve(DONE) : this.#reader.read().then(this.#take, this.#fail);

  readonly #take = ({ done, value }: ReadableStreamReadResult<LanguageModelV4StreamPart>): Next | Promise<Next> => {
    if (this.#failure !== undefined) throw this.#failure;
    if (done) return this.#fail(new ModelError("transient", `The answer of ${this.#source.origin.label} broke off before its end.`));
    let part: StreamPart | undefined;
    try {
      part = this.#source.read(value);
    } catch (error) {
      return this.#fail(error);
    }
    if (part === undefined) return this.#nextPart();
    this.#content?.touch();
    if (part.type === "finish") this.#finish();
    return { done: false, value: part };
  };

  readonly #fail = (error: unknown): never => {
    const failure = this.#failure ?? toModelError(error, this.#source.origin, this.#source.timers.now());
    this.#end();
    throw failure;
  };

  async #open(): Promise<void> {
    const { signal, watchdogs, timers, onBytes, origin } = this.#source;
    if (signal.aborted) throw aborted();
    signal.addEventListener("abort", this.#onAbort, { once: true });
    this.#content = watchdog(watchdogs.content ?? CONTENT_LIMIT, timers, () =>
      this.#kill(stalled(origin, "sent nothing of its answer", watchdogs.content ?? CONTENT_LIMIT)),
    );
    if (onBytes !== undefined) {
      this.#bytes = watchdog(watchdogs.bytes ?? BYTES_LIMIT, timers, () =>
        this.#kill(stalled(origin, "sent not a byte", watchdogs.bytes ?? BYTES_LIMIT)),
      );
      onBytes(this.#abort.signal, this.#bytes.touch);
    }
    const stream = await this.#source.open(this.#abort.signal);
    this.#reader = stream.getReader();
    if (this.#failure !== undefined) throw this.#failure;
  }

  readonly #onAbort = () => this.#kill(aborted());

  /** Settles a read that is under way, too, whatever the adapter does about the signal. */
  #kill(failure: ModelError): void {
    if (this.#closed) return;
    this.#failure = failure;
    this.#end();
  }

  #end(): void {
    this.#close();
    this.#abort.abort();
    this.#reader?.cancel().catch(() => {});
  }

  /** The connection is read to its end, which follows at once, so that the next request finds it free. */
  #finish(): void {
    this.#close();
    const cancel = this.#source.timers.after(DRAIN_LIMIT, () => this.#abort.abort());
    const drain = (): Promise<void> | undefined => this.#reader?.read().then(({ done }) => (done ? cancel() : drain()), cancel);
    void drain();
  }

  #close(): void {
    this.#closed = true;
    this.#content?.stop();
    this.#bytes?.stop();
    this.#source.signal.removeEventListener("abort", this.#onAbort);
  }
}

const DONE: IteratorReturnResult<undefined> = Object.freeze({ done: true, value: undefined });
const BYTES_LIMIT = 60_000;
const CONTENT_LIMIT = 300_000;
const DRAIN_LIMIT = 1_000;

const aborted = () => new ModelError("aborted", "The request was aborted.");
const stalled = ({ label }: Origin, what: string, limit: number) =>
  new ModelError("transient", `${label} ${what} for ${Number((limit / 1000).toFixed(1))} s; the request was given up.`);
