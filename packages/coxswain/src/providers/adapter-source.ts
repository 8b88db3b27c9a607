import type { ReadableStreamReadResult } from "node:stream/web";
import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import type { StreamPart } from "../model/index.ts";
import type { Sink, Source } from "./source.ts";

export interface AdapterRequest {
  /** Sends the request. */
  readonly open: (signal: AbortSignal) => PromiseLike<ReadableStream<LanguageModelV4StreamPart>>;
  readonly read: (part: LanguageModelV4StreamPart) => StreamPart | undefined;
  /** Registers a listener for each chunk of the response to the request that uses `signal`. */
  readonly onBytes: ((signal: AbortSignal, listener: () => void) => void) | undefined;
}

/** A response parsed by an AI SDK adapter. Parts are pulled on demand. */
export class AdapterSource implements Source {
  readonly #request: AdapterRequest;
  readonly #sink: Sink;
  readonly #abort = new AbortController();
  #reader: ReadableStreamDefaultReader<LanguageModelV4StreamPart> | undefined;
  #reading = false;

  constructor(request: AdapterRequest, sink: Sink) {
    this.#request = request;
    this.#sink = sink;
  }

  open(): void {
    const { open, onBytes } = this.#request;
    onBytes?.(this.#abort.signal, () => this.#sink.bytes());
    void this.#start(open);
  }

  more(): void {
    if (this.#reading || this.#reader === undefined) return;
    this.#reading = true;
    this.#reader.read().then(this.#take, this.#fail);
  }

  drain(): void {
    this.more();
  }

  cancel(): void {
    this.#abort.abort();
    this.#reader?.cancel().catch(() => {});
  }

  async #start(open: AdapterRequest["open"]): Promise<void> {
    try {
      this.#reader = (await open(this.#abort.signal)).getReader();
    } catch (error) {
      return this.#sink.fail(error);
    }
    if (this.#abort.signal.aborted) this.cancel();
    else this.more();
  }

  readonly #take = ({ done, value }: ReadableStreamReadResult<LanguageModelV4StreamPart>): void => {
    this.#reading = false;
    if (done) return this.#sink.end();
    // Parts after the finish are discarded.
    if (this.#sink.closed) return this.more();
    try {
      const part = this.#request.read(value);
      if (part === undefined) this.more();
      else this.#sink.part(part);
    } catch (error) {
      this.#sink.fail(error);
    }
  };

  readonly #fail = (error: unknown): void => this.#sink.fail(error);
}
