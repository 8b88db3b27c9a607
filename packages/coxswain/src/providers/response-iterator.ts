import { ModelError, type StreamPart } from "../model/index.ts";
import { type Origin, toModelError } from "./errors/index.ts";
import type { Sink, Source } from "./source.ts";
import type { Timers } from "./timers.ts";
import { type Watchdog, watchdog } from "./watchdog.ts";

/** Timeouts of a silent response, in milliseconds; `Infinity` disables one. */
export interface Watchdogs {
  /** Time without a byte; keep-alives count. Default: 60,000. */
  readonly bytes?: number;
  /** Time without a content part. Default: 300,000. */
  readonly content?: number;
}

export interface ResponseOptions {
  readonly source: (sink: Sink) => Source;
  /** The caller's signal. */
  readonly signal: AbortSignal;
  readonly watchdogs: Watchdogs;
  readonly timers: Timers;
  readonly origin: Origin;
}

type Next = IteratorResult<StreamPart, undefined>;

/**
 * Iterates over one response, from sending the request to the end. Parts from the source are queued until the caller
 * takes them. This runs for every token, so it uses one promise per part and no generator.
 */
export class ResponseIterator implements AsyncIterator<StreamPart, undefined>, Sink {
  readonly #options: ResponseOptions;
  readonly #parts: StreamPart[] = [];
  /** Number of `#parts` that the caller has taken. */
  #taken = 0;
  readonly #waiting: PromiseWithResolvers<Next>[] = [];
  #source: Source | undefined;
  #content: Watchdog | undefined;
  #bytes: Watchdog | undefined;
  #failure: ModelError | undefined;
  #closed = false;
  #stopDraining: (() => void) | undefined;

  constructor(options: ResponseOptions) {
    this.#options = options;
  }

  next(): Promise<Next> {
    const part = this.#parts[this.#taken];
    if (part !== undefined) {
      if (this.#options.signal.aborted) return this.#leave();
      this.#taken += 1;
      if (this.#taken === this.#parts.length) this.#forget();
      return Promise.resolve({ done: false, value: part });
    }
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    if (this.#closed) return Promise.resolve(DONE);
    const waiting = Promise.withResolvers<Next>();
    this.#waiting.push(waiting);
    if (this.#source === undefined) this.#open();
    else this.#source.more();
    return waiting.promise;
  }

  /** Cancels the request when the caller stops iterating. */
  return(): Promise<Next> {
    this.#forget();
    if (!this.#closed) {
      this.#close();
      this.#source?.cancel();
    }
    return Promise.resolve(DONE);
  }

  /** Handles an abort after the last part arrived and before the caller took it. */
  #leave(): Promise<never> {
    this.#forget();
    this.#failure = aborted();
    return Promise.reject(this.#failure);
  }

  get backlog(): number {
    return this.#parts.length - this.#taken;
  }

  get closed(): boolean {
    return this.#closed;
  }

  bytes(): void {
    this.#bytes?.touch();
  }

  part(part: StreamPart): void {
    if (this.#closed) return;
    this.#content?.touch();
    const waiting = this.#waiting.shift();
    if (waiting === undefined) this.#parts.push(part);
    else waiting.resolve({ done: false, value: part });
    if (part.type === "finish") this.#finish();
  }

  end(): void {
    if (this.#closed) this.#stopDraining?.();
    else this.fail(new ModelError("transient", `The answer of ${this.#options.origin.label} broke off before its end.`));
  }

  /** Queued parts are still delivered. A failure after the finish only stops the draining. */
  fail(error: unknown): void {
    if (this.#closed) this.#stopDraining?.();
    else {
      this.#failure = toModelError(error, this.#options.origin, this.#options.timers.now());
      this.#close();
    }
    this.#source?.cancel();
  }

  #open(): void {
    const { signal, watchdogs, timers, origin, source } = this.#options;
    if (signal.aborted) return this.#kill(aborted());
    signal.addEventListener("abort", this.#onAbort, { once: true });
    const { content = CONTENT_LIMIT, bytes = BYTES_LIMIT } = watchdogs;
    this.#content = watchdog(content, timers, () => this.#kill(stalled(origin, "sent no part of its response", content)));
    this.#bytes = watchdog(bytes, timers, () => this.#kill(stalled(origin, "sent not a byte", bytes)));
    this.#source = source(this);
    this.#source.open();
  }

  readonly #onAbort = () => this.#kill(aborted());

  /** Rejects pending reads immediately, even if the source does not react. */
  #kill(failure: ModelError): void {
    this.#forget();
    this.fail(failure);
  }

  /** Drains the connection, so that the next request can reuse it. The end usually follows immediately. */
  #finish(): void {
    this.#close();
    this.#stopDraining = this.#options.timers.after(DRAIN_LIMIT, () => this.#source?.cancel());
    this.#source?.drain();
  }

  #close(): void {
    this.#closed = true;
    this.#content?.stop();
    this.#bytes?.stop();
    this.#options.signal.removeEventListener("abort", this.#onAbort);
    for (const { resolve, reject } of this.#waiting.splice(0)) {
      if (this.#failure === undefined) resolve(DONE);
      else reject(this.#failure);
    }
  }

  #forget(): void {
    this.#parts.length = 0;
    this.#taken = 0;
  }
}

const DONE: IteratorReturnResult<undefined> = Object.freeze({ done: true, value: undefined });
const BYTES_LIMIT = 60_000;
const CONTENT_LIMIT = 300_000;
const DRAIN_LIMIT = 1_000;

const aborted = () => new ModelError("aborted", "The request was aborted.");
const stalled = ({ label }: Origin, what: string, limit: number) =>
  new ModelError("transient", `${label} ${what} for ${Number((limit / 1000).toFixed(1))} s; the request was given up.`);
