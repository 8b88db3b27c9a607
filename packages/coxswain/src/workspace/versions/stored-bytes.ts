import type { RegularVersion } from "./file-version.ts";

/** Counts the bytes that a session stores against their limit, each content once. */
export class StoredBytes {
  readonly #limit: number;
  /** Bytes that are stored or reserved. */
  #bytes = 0;
  /** Names of the contents that count. */
  readonly #names = new Set<string>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Reserves bytes for a content before it is read. False: they exceed the limit, and none are reserved. */
  reserve(bytes: number): boolean {
    if (this.#bytes + bytes > this.#limit) return false;
    this.#bytes += bytes;
    return true;
  }

  /** Ends a reservation, and counts the content unless it was not stored, or was before. */
  settle(reserved: number, file: Pick<RegularVersion, "content" | "size"> | undefined): void {
    this.#bytes -= reserved;
    if (file?.content === undefined || this.#names.has(file.content)) return;
    this.#names.add(file.content);
    this.#bytes += file.size;
  }
}
