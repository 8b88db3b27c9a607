import type { MessageEntry } from "../../loop/index.ts";

type Message = MessageEntry["message"];

/** Buffers messages of a path that a later compaction preserves, so that they can be repeated after it. */
export class PathMessages {
  readonly #entries = new Map<string, { readonly parent: string; readonly message: Message | undefined }>();
  #keeping = false;

  begin(): void {
    this.#keeping = true;
  }

  add(id: string, parent: string, message: Message): void {
    if (this.#keeping) this.#entries.set(id, { parent, message });
  }

  /** Links entries between messages, so that the path is connected. */
  link(id: string, parent: string): void {
    if (this.#keeping && !this.#entries.has(id)) this.#entries.set(id, { parent, message: undefined });
  }

  /** Returns the messages on the path from `first` to `last`, and clears the buffer. */
  take(first: string | undefined, last: string): readonly Message[] {
    const messages: Message[] = [];
    for (let at = last, entry = this.#entries.get(at); entry !== undefined; at = entry.parent, entry = this.#entries.get(at)) {
      if (entry.message !== undefined) messages.push(entry.message);
      if (at === first) break;
    }
    this.#entries.clear();
    this.#keeping = false;
    return messages.toReversed();
  }
}
