import type { MessageEntry } from "../../loop/index.ts";

type Message = MessageEntry["message"];

/** Remembers a path's messages from one on that a compaction to come will keep, so that they can be told again after it. */
export class KeptMessages {
  readonly #entries = new Map<string, { readonly parent: string; readonly message: Message | undefined }>();
  #keeping = false;

  begin(): void {
    this.#keeping = true;
  }

  add(id: string, parent: string, message: Message): void {
    if (this.#keeping) this.#entries.set(id, { parent, message });
  }

  /** What stands between messages leads from one to the other. */
  link(id: string, parent: string): void {
    if (this.#keeping && !this.#entries.has(id)) this.#entries.set(id, { parent, message: undefined });
  }

  /** Those on the way from `first` to `last`; nothing is remembered from then on. */
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
