import {
  assertWritable,
  type Damage,
  encode,
  type Entry,
  EntryTooLargeError,
  type Header,
  LogClosedError,
  type LogFile,
} from "../log/index.ts";
import { AppendFile } from "./append-file.ts";
import { MAX_LINE_BYTES } from "./lines.ts";
import { readEntries } from "./read-entries.ts";

/** One session's file. It is touched by the first append, not before: a reader leaves no trace. */
export class JsonlFile implements LogFile {
  readonly header: Header;
  readonly #path: string;
  #stored: boolean;
  #damage: Damage[] = [];
  #file: AppendFile | undefined;
  #closed = false;

  /** `stored`: whether the file is there, or is made by the first append. */
  constructor(path: string, header: Header, stored: boolean) {
    this.#path = path;
    this.header = header;
    this.#stored = stored;
  }

  get damage(): readonly Damage[] {
    return this.#damage;
  }

  async *read(): AsyncGenerator<Entry> {
    this.#damage = [];
    if (this.#stored) yield* readEntries(this.#path, (damage) => this.#damage.push(damage));
  }

  async append(entries: readonly Entry[]): Promise<readonly string[]> {
    if (this.#closed) throw new LogClosedError();
    assertWritable(this.header);
    if (entries.length === 0) return [];
    const lines = entries.map(lineOf);
    if (this.#stored) {
      this.#file ??= AppendFile.open(this.#path);
      this.#file.append(Buffer.from(lines.join("")));
    } else {
      this.#file = AppendFile.create(this.#path, Buffer.from(lineOf(this.header) + lines.join("")));
      this.#stored = true;
    }
    return [];
  }

  async sync(): Promise<void> {
    if (this.#closed) throw new LogClosedError();
    await this.#file?.sync();
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#file?.close();
  }
}

const lineOf = (record: Header | Entry): string => {
  const line = encode(record);
  if (line.length * 3 <= MAX_LINE_BYTES) return `${line}\n`;
  const bytes = Buffer.byteLength(line);
  if (bytes > MAX_LINE_BYTES) throw new EntryTooLargeError(bytes, MAX_LINE_BYTES);
  return `${line}\n`;
};
