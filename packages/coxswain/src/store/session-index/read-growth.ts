import { basename, dirname } from "node:path";
import { type Entry, type Header, isRelocate, isSubAgent, LogFormatError } from "../../log/index.ts";
import { isPacked, blobPath, isBlobName, type Reference, unpackEntrySync } from "../blobs/index.ts";
import { decodeLine, salvage } from "../decode-line.ts";
import { type Line, readLinesSync } from "../read-lines.ts";
import { blobsFolder, EXTENSION } from "../session-file.ts";
import { decodeHeaderLine } from "../session-header.ts";
import type { EntryFacts, EntryReader, Spending } from "./entry-facts.ts";
import { type Growth, type IndexedText, type IndexPosition, type QuarterSpending, fingerprint, timestampOf } from "./growth.ts";
import { closeSync, constants, openSync, readSync } from "node:fs";

/** Maximum number of searchable characters of one string. */
const MAX_TEXT = 16 * 1024;
/** Maximum number of characters of the first message. */
const MAX_OPENING = 200;
const QUARTER = 15 * 60 * 1000;
const NANOS = 1_000_000_000;

/**
 * Reads about `budget` bytes of a session file from a position. As in any reading, an incomplete last line is deferred,
 * and lines that are not entries are skipped.
 */
export const readGrowth = (descriptor: number, path: string, from: IndexPosition, reader: EntryReader, budget: number): Growth => {
  const chunk = new Chunk(path, from, reader);
  let isEmpty = from.offset === 0;
  for (const lines of readLinesSync(descriptor, from.offset)) {
    isEmpty = false;
    for (const line of lines) chunk.add(line);
    if (chunk.bytes >= budget) return chunk.growth(descriptor, false);
  }
  if (isEmpty) chunk.add({ offset: 0, bytes: Buffer.of(), length: 0, ended: false });
  return chunk.growth(descriptor, true);
};

/** A chunk of a session file while it is read. */
class Chunk {
  readonly #path: string;
  readonly #reader: EntryReader;
  readonly #from: number;
  #offset: number;
  #markAt: number;
  #inheritsUntil: string | null;
  #header: Header | undefined;
  #problem: string | undefined;
  #movedTo: string | undefined;
  #title: string | undefined;
  #model: string | undefined;
  #opening: string | undefined;
  #messages = 0;
  readonly #spending = new Map<string, QuarterSpending>();
  #agentNanos = 0;
  #agentUnpriced = 0;
  readonly #texts: IndexedText[] = [];

  constructor(path: string, { offset, markAt, inheritsUntil }: IndexPosition, reader: EntryReader) {
    this.#path = path;
    this.#reader = reader;
    this.#from = offset;
    this.#offset = offset;
    this.#markAt = markAt;
    this.#inheritsUntil = inheritsUntil;
  }

  get bytes(): number {
    return this.#offset - this.#from;
  }

  add({ offset, bytes, length, ended }: Line): void {
    const whole = offset === 0 ? this.#addHeader(bytes ?? Buffer.of()) : this.#addEntries(bytes);
    if (!ended && !whole) return; // may be incomplete
    this.#markAt = offset;
    this.#offset = offset + length + (ended ? 1 : 0);
  }

  growth(descriptor: number, isLast: boolean): Growth {
    return {
      header: this.#header,
      problem: this.#problem,
      movedTo: this.#movedTo,
      title: this.#title,
      model: this.#model,
      opening: this.#opening,
      messages: this.#messages,
      spending: [...this.#spending.values()],
      agentNanos: this.#agentNanos,
      agentUnpriced: this.#agentUnpriced,
      texts: this.#texts,
      position: {
        offset: this.#offset,
        markAt: this.#markAt,
        mark: fingerprint(descriptor, this.#markAt, this.#offset),
        inheritsUntil: this.#inheritsUntil,
      },
      bytes: this.bytes,
      isLast,
    };
  }

  #addHeader(bytes: Buffer): boolean {
    try {
      this.#header = decodeHeaderLine(this.#path, bytes);
      const id = basename(this.#path, EXTENSION);
      this.#problem = this.#header.id === id ? undefined : `The file of session "${id}" contains session "${this.#header.id}".`;
      // An agent's session inherits nothing from the session that it works for.
      const until: unknown = isSubAgent(this.#header) ? null : this.#header.parent?.entry;
      this.#inheritsUntil = typeof until === "string" ? until : null;
      return true;
    } catch (error) {
      if (!(error instanceof LogFormatError)) throw error;
      this.#problem = error.message;
      return false;
    }
  }

  #addEntries(bytes: Buffer | undefined): boolean {
    if (bytes === undefined) return false;
    const entry = decodeLine(bytes);
    const entries = entry === undefined ? salvage(bytes) : [entry];
    for (const each of entries) this.#addEntry(isPacked(bytes) ? this.#unpacked(each) : each);
    return entries.length > 0;
  }

  #addEntry(entry: Entry): void {
    const { title, model, message, opening = "", texts = [], spent, agent } = this.#factsOf(entry);
    this.#title = title ?? this.#title;
    this.#model = model ?? this.#model;
    if (message !== undefined) this.#messages += 1;
    this.#opening ??= openingText(opening);
    for (const { by, text, typed = 0 } of texts) {
      const findable = plain(text.slice(0, MAX_TEXT));
      if (findable.trim() !== "") this.#texts.push({ entry: entry.id, at: timestampOf(entry.at), speaker: by, text: findable, typed });
    }
    if (spent !== undefined) this.#spend(Math.floor(timestampOf(entry.at) / QUARTER), spent);
    if (agent !== undefined) {
      this.#agentNanos += nanosOf(agent);
      this.#agentUnpriced += unpricedIn(agent);
    }
    if (isRelocate(entry) && typeof entry.cwd === "string") this.#movedTo = entry.cwd;
    if (entry.id === this.#inheritsUntil) this.#inheritsUntil = null;
  }

  #unpacked(entry: Entry): Entry {
    return withBlobPreviews(entry, blobsFolder(dirname(dirname(this.#path))), MAX_TEXT);
  }

  #factsOf(entry: Entry): EntryFacts {
    try {
      return this.#reader.describe(entry);
    } catch {
      return {}; // an invalid entry; the other entries are still indexed
    }
  }

  #spend(quarter: number, spent: Spending): void {
    const inherited = this.#inheritsUntil !== null;
    const key = `${inherited} ${quarter} ${spent.model}`;
    const before = this.#spending.get(key);
    this.#spending.set(key, {
      quarter,
      inherited,
      model: spent.model,
      responses: (before?.responses ?? 0) + 1,
      input: (before?.input ?? 0) + spent.input,
      cacheRead: (before?.cacheRead ?? 0) + spent.cacheRead,
      cacheWrite: (before?.cacheWrite ?? 0) + spent.cacheWrite,
      output: (before?.output ?? 0) + spent.output,
      reasoning: (before?.reasoning ?? 0) + spent.reasoning,
      nanos: (before?.nanos ?? 0) + nanosOf(spent),
      unpriced: (before?.unpriced ?? 0) + unpricedIn(spent),
    });
  }
}

const nanosOf = ({ cost = 0 }: Pick<Spending, "cost">): number => Math.round(cost * NANOS);

const unpricedIn = ({ cost }: Pick<Spending, "cost">): number => (cost === undefined ? 1 : 0);

const openingText = (text: string): string | undefined => {
  const opening = plain(text.trimStart().slice(0, MAX_OPENING)).trimEnd();
  return opening === "" ? undefined : opening;
};

/** Removes characters that would end a string in SQLite, or mark a hit in a snippet. */
const plain = (text: string): string =>
  // oxlint-disable-next-line no-control-regex -- replaces control characters
  text.replaceAll(/[\0\u0001\u0002]/g, " ");

/**
 * Replaces the blobs of an entry by the first characters of their strings; the index searches no more of them. Lost
 * and binary content becomes an empty string.
 */
const withBlobPreviews = (entry: Entry, folder: string, length: number): Entry =>
  unpackEntrySync(entry, (reference) => preview(folder, reference, length));

const preview = (folder: string, { $blob: name, as }: Reference, length: number): string => {
  if (!isBlobName(name) || as !== undefined) return "";
  let descriptor: number | undefined;
  try {
    descriptor = openSync(blobPath(folder, name), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const bytes = Buffer.alloc(length);
    return bytes.subarray(0, readSync(descriptor, bytes, 0, length, 0)).toString();
  } catch {
    return "";
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
};
