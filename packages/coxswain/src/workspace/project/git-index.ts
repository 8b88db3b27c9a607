/** A file in a git index. */
export interface IndexEntry {
  /** Relative to the top of the working tree. */
  readonly path: string;
  /** A submodule: a commit of another repository. */
  readonly isSubmodule: boolean;
  /** Name of the blob, in hexadecimal. */
  readonly object: string;
  /** State of the file when git last compared it with the blob. All 0: never. */
  readonly stat: IndexStat;
}

/** As `lstat` reports them. Times in milliseconds since the epoch, with fractions. */
export interface IndexStat {
  readonly changedAt: number;
  readonly modifiedAt: number;
  /** The lower 32 bits. */
  readonly inode: number;
  /** Bytes: the lower 32 bits. */
  readonly size: number;
}

const HEADER_BYTES = 12;
/** Times, device, inode, mode, owner and size. */
const STAT_BYTES = 40;
const SUBMODULE = 0o160000;
const EXTENDED = 0x4000;

/** Decodes its parts when they are read: a large index has hundreds of thousands of entries. */
class ParsedEntry implements IndexEntry {
  readonly path: string;
  readonly #bytes: Buffer;
  readonly #at: number;
  readonly #hashBytes: number;

  constructor(path: string, bytes: Buffer, at: number, hashBytes: number) {
    this.path = path;
    this.#bytes = bytes;
    this.#at = at;
    this.#hashBytes = hashBytes;
  }

  get isSubmodule(): boolean {
    return this.#bytes.readUInt32BE(this.#at + 24) === SUBMODULE;
  }

  get object(): string {
    const start = this.#at + STAT_BYTES;
    return this.#bytes.toString("hex", start, start + this.#hashBytes);
  }

  get stat(): IndexStat {
    const bytes = this.#bytes;
    const at = this.#at;
    return {
      changedAt: timeAt(bytes, at),
      modifiedAt: timeAt(bytes, at + 8),
      inode: bytes.readUInt32BE(at + 20),
      size: bytes.readUInt32BE(at + 36),
    };
  }
}

/**
 * Parses a git index (`.git/index`), versions 2 to 4. Undefined if it is damaged, or split into two files.
 * @param hashBytes length of an object's name: 20, or 32 with SHA-256
 */
export const indexEntries = (bytes: Buffer, hashBytes: number): readonly IndexEntry[] | undefined => {
  if (bytes.length < HEADER_BYTES || bytes.toString("latin1", 0, 4) !== "DIRC") return undefined;
  const version = bytes.readUInt32BE(4);
  const count = bytes.readUInt32BE(8);
  if (version < 2 || version > 4) return undefined;
  const entries: IndexEntry[] = [];
  let at = HEADER_BYTES;
  /** The name before, in version 4. */
  let before: Buffer = Buffer.alloc(0);
  while (entries.length < count) {
    const start = at;
    const flagsAt = start + STAT_BYTES + hashBytes;
    if (flagsAt + 4 > bytes.length) return undefined;
    let nameAt = flagsAt + ((bytes.readUInt16BE(flagsAt) & EXTENDED) === 0 ? 2 : 4);
    let shared = 0;
    if (version === 4) {
      const removed = variableLength(bytes, nameAt);
      if (removed === undefined || removed.value > before.length) return undefined;
      [shared, nameAt] = [before.length - removed.value, removed.end];
    }
    const end = bytes.indexOf(0, nameAt);
    if (end === -1) return undefined;
    if (version === 4) before = Buffer.concat([before.subarray(0, shared), bytes.subarray(nameAt, end)]);
    const path = version === 4 ? before.toString("utf8") : bytes.toString("utf8", nameAt, end);
    entries.push(new ParsedEntry(path, bytes, start, hashBytes));
    // Before version 4, each entry is padded to a multiple of 8 bytes, with at least one zero.
    at = version === 4 ? end + 1 : start + Math.ceil((end + 1 - start) / 8) * 8;
  }
  return hasExtension(bytes, at, hashBytes, "link") ? undefined : entries;
};

/** Seconds and nanoseconds. */
const timeAt = (bytes: Buffer, at: number): number => bytes.readUInt32BE(at) * 1000 + bytes.readUInt32BE(at + 4) / 1e6;

/** A number of variable length, as in offsets of packs. */
const variableLength = (bytes: Buffer, start: number): { readonly value: number; readonly end: number } | undefined => {
  let value = 0;
  for (let at = start; at < Math.min(start + 5, bytes.length); at += 1) {
    const byte = bytes[at] ?? 0;
    value = value * 128 + (byte & 0x7f);
    if (byte < 0x80) return { value, end: at + 1 };
    value += 1;
  }
  return undefined;
};

const hasExtension = (bytes: Buffer, start: number, hashBytes: number, name: string): boolean => {
  for (let at = start; at + 8 <= bytes.length - hashBytes; at += 8 + bytes.readUInt32BE(at + 4))
    if (bytes.toString("latin1", at, at + 4) === name) return true;
  return false;
};
