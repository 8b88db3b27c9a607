import { UnreadableAnswer } from "./errors/index.ts";

const LF = 10;
const CR = 13;

/**
 * Parses JSON from a stream of server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html).
 * Chunks may split anywhere. Event names and IDs are ignored: on each wire, the JSON contains the event's type.
 */
export class EventReader {
  readonly #take: (event: unknown) => void;
  /** The bytes of an incomplete line. */
  #rest: Buffer[] = [];
  #data: string | undefined;
  #begun = false;
  #afterCR = false;

  constructor(take: (event: unknown) => void) {
    this.#take = take;
  }

  /** @throws {UnreadableAnswer} if an event is not JSON; also rethrows errors of the event callback */
  push(bytes: Buffer): void {
    const end = lastLineEnd(bytes) + 1;
    if (end === 0) {
      this.#rest.push(bytes);
      return;
    }
    const lines = this.#rest.length === 0 ? bytes.subarray(0, end) : Buffer.concat([...this.#rest, bytes.subarray(0, end)]);
    if (this.#rest.length > 0 || end < bytes.length) this.#rest = end === bytes.length ? [] : [bytes.subarray(end)];
    this.#readLines(this.#plain(lines.toString()));
  }

  /** Strips the byte order mark and normalizes line ends to LF. */
  #plain(lines: string): string {
    let text = lines;
    if (!this.#begun && text.startsWith("\uFEFF")) text = text.slice(1);
    this.#begun = true;
    if (this.#afterCR && text.startsWith("\n")) text = text.slice(1);
    this.#afterCR = text.endsWith("\r");
    return text.includes("\r") ? text.replaceAll(/\r\n?/g, "\n") : text;
  }

  #readLines(text: string): void {
    let start = 0;
    for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", start)) {
      if (end === start) this.#dispatch();
      else if (text.startsWith("data:", start)) {
        const value = text.slice(text.charAt(start + 5) === " " ? start + 6 : start + 5, end);
        this.#data = this.#data === undefined ? value : `${this.#data}\n${value}`;
      }
      start = end + 1;
    }
  }

  #dispatch(): void {
    const data = this.#data;
    this.#data = undefined;
    if (data === undefined || data === "[DONE]") return;
    this.#take(parsed(data));
  }
}

/** Returns the index of the last line end. Chunks usually end in one, because servers write whole events. */
const lastLineEnd = (bytes: Buffer): number =>
  bytes.at(-1) === LF ? bytes.length - 1 : Math.max(bytes.lastIndexOf(LF), bytes.lastIndexOf(CR));

const parsed = (data: string): unknown => {
  try {
    return JSON.parse(data);
  } catch {
    throw new UnreadableAnswer("An event of the response is not JSON.");
  }
};
