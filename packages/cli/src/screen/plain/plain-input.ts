/** Marks the beginning and the end of several lines. */
const BLOCK = '"""';

/** A complete message, or `more`: the message continues on the next line. */
export type PlainMessage = { readonly kind: "message"; readonly text: string } | { readonly kind: "more"; readonly opened: boolean };

/**
 * Joins typed lines to messages. A line is a message; a backslash at its end continues it on the next line, and lines between two
 * `"""` are one message. Lines that arrive together are one message too.
 */
export class PlainInput {
  #lines: string[] = [];
  /** True after an opening `"""`. */
  #inBlock = false;
  /** True if the last line ended with a backslash. */
  #continues = false;

  /** True in the middle of a message. */
  get isOpen(): boolean {
    return this.#inBlock || this.#continues;
  }

  /** Discards the begun message. Returns false if there is none. */
  clear(): boolean {
    const wasOpen = this.isOpen;
    this.#lines = [];
    this.#inBlock = false;
    this.#continues = false;
    return wasOpen;
  }

  take(text: string): PlainMessage {
    const wasOpen = this.isOpen;
    for (const line of text.split("\n")) this.#add(line);
    if (this.isOpen) return { kind: "more", opened: !wasOpen };
    const message = this.#lines.join("\n");
    this.clear();
    return { kind: "message", text: message };
  }

  #add(line: string): void {
    this.#continues = false;
    if (this.#inBlock) return this.#addToBlock(line);
    if (line.trimStart().startsWith(BLOCK)) {
      this.#inBlock = true;
      const rest = line.trimStart().slice(BLOCK.length);
      if (rest !== "") this.#addToBlock(rest);
      return;
    }
    // An even number of backslashes is text.
    this.#continues = (/\\*$/.exec(line)?.[0].length ?? 0) % 2 === 1;
    this.#lines.push(this.#continues ? line.slice(0, -1) : line);
  }

  #addToBlock(line: string): void {
    const end = line.trimEnd().endsWith(BLOCK);
    const text = end ? line.trimEnd().slice(0, -BLOCK.length) : line;
    if (!end || text !== "") this.#lines.push(text);
    this.#inBlock = !end;
  }
}
