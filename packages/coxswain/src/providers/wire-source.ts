import type { Readable } from "node:stream";
import { type Answer, bodyText } from "./answer.ts";
import { FailedAnswer } from "./errors/index.ts";
import { EventReader } from "./event-reader.ts";
import type { Sink, Source } from "./source.ts";
import type { Continuation, WireReader } from "./wires/index.ts";
import type { WrittenRequest } from "./http-sender.ts";

export interface WireSourceOptions {
  /** Serializes the request. `further` changes it to one that continues the response. */
  readonly write: (signal: AbortSignal, further: Continuation | undefined) => WrittenRequest | Promise<WrittenRequest>;
  readonly send: (request: WrittenRequest) => Promise<Answer>;
  readonly read: (emit: Sink["part"]) => WireReader;
}

/** A response parsed by our own wire: from bytes to parts synchronously, with backpressure. */
export class WireSource implements Source {
  readonly #options: WireSourceOptions;
  readonly #sink: Sink;
  readonly #reader: WireReader;
  readonly #abort = new AbortController();
  #body: Readable | undefined;

  constructor(options: WireSourceOptions, sink: Sink) {
    this.#options = options;
    this.#sink = sink;
    this.#reader = options.read((part) => sink.part(part));
  }

  open(): void {
    void this.#ask();
  }

  more(): void {
    if (this.#body?.isPaused() === true) this.#body.resume();
  }

  drain(): void {
    this.more();
  }

  cancel(): void {
    this.#abort.abort();
    this.#body?.destroy();
  }

  async #ask(further?: Continuation): Promise<void> {
    const { write, send } = this.#options;
    try {
      const answer = await send(await write(this.#abort.signal, further));
      this.#body = answer.body.on("error", this.#fail);
      if (this.#abort.signal.aborted) return this.cancel();
      this.#sink.bytes();
      if (answer.status < 200 || answer.status > 299) throw await this.#failed(answer);
      this.#listen(answer.body);
    } catch (error) {
      this.#fail(error);
    }
  }

  readonly #fail = (error: unknown): void => this.#sink.fail(error);

  async #failed(answer: Answer): Promise<FailedAnswer> {
    return new FailedAnswer(answer.status, await bodyText(answer, () => this.#sink.bytes()), answer);
  }

  #listen(body: Readable): void {
    const events = new EventReader((event) => this.#reader.read(event));
    body.on("data", (chunk: Buffer) => {
      this.#sink.bytes();
      if (this.#sink.closed) return;
      try {
        events.push(chunk);
      } catch (error) {
        this.#fail(error);
      }
      if (this.#sink.backlog > BACKLOG_LIMIT) body.pause();
    });
    body.once("end", () => this.#end());
    // A destroyed body emits neither "end" nor "error".
    body.once("close", () => body.readableEnded || this.#sink.end());
  }

  #end(): void {
    try {
      const further = this.#sink.closed ? undefined : this.#reader.end();
      if (further !== undefined) return void this.#ask(further);
    } catch (error) {
      return this.#fail(error);
    }
    this.#sink.end();
  }
}

/** Number of queued parts that pauses the body: more than one read of a connection contains. */
const BACKLOG_LIMIT = 4096;
