import { ModelError, type StreamPart } from "../model/index.ts";
import { type Origin, toModelError } from "./errors/index.ts";
import type { Sink, Source } from "./source.ts";
import type { Timers } from "./timers.ts";
import { type Watchdog, watchdog } from "./watchdog.ts";

/** How long a response may be silent, in milliseconds; `Infinity` for ever. */
export interface Watchdogs {
  /** Without a byte, be it only a keep-alive. Default: 60,000. */
  readonly bytes?: number;
  /** Without a part of the content. Default: 300,000. */
  readonly content?: number;
}

export interface ResponseOptions {
  readonly source: (sink: Sink) => Source;
  /** The caller's own. */
  readonly signal: AbortSignal;
  readonly watchdogs: Watchdogs;
  readonly timers: Timers;
  readonly origin: Origin;
}

type Next = IteratorResult<StreamPart, undefined>;

/**
 * One response, from sending the request to the end: what its source tells it waits here until it is taken. Written by
 * hand, without a generator and with one promise a part, for this is walked for every token.
 */
export class ResponseIterator implements AsyncIterator<StreamPart, undefined>, Sink {
  readonly #options: ResponseOptions;
  readonly #parts: StreamPart[] = [];
  /** How many of `#parts` are taken. */
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

  /** The caller wants no more: the request is ended. */
  return(): Promise<Next> {
    this.#forget();
    if (!this.#closed) {
      this.#close();
      this.#source?.cancel();
    }
    return Promise.resolve(DONE);
  }

  /** An abort that came when all had arrived, and not all was taken. */
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

  /** What had come before is still given out. Of what follows the end of an answer, a failure only ends the reading. */
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
    this.#content = watchdog(content, timers, () => this.#kill(stalled(origin, "sent nothing of its answer", content)));
    this.#bytes = watchdog(bytes, timers, () => this.#kill(stalled(origin, "sent not a byte", bytes)));
    this.#source = source(this);
    this.#source.open();
  }

  readonly #onAbort = () => this.#kill(aborted());

  /** Settles a wait at once, whatever the source does about it. */
  #kill(failure: ModelError): void {
    this.#forget();
    this.fail(failure);
  }

  /** The connection is read to its end, which follows at once, so that the next request finds it free. */
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
