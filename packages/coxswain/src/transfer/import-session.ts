import { decodeEntry, decodeHeader, type Entry, FORMAT, FORMAT_VERSION, type Header, isCheckpoint, LogFormatError } from "../log/index.ts";
import { originOf } from "./detect.ts";
import { ImportError } from "./errors.ts";
import { claudeImporter, codexImporter, type Importer, type Json, Left, parseLine, piImporter, Scribe } from "./foreign/index.ts";
import type { ImportEntry, Origin } from "./import-entry.ts";
import { isSound } from "./is-sound.ts";
import { without } from "./without.ts";

/** A file's lines without their ends, from the first; undefined for one that cannot be read. It is read more than once. */
export type ReadLines = () => AsyncIterable<string | undefined>;

export interface ImportOptions {
  /** Which program wrote it. Default: what its content shows. */
  readonly from?: Origin | undefined;
  /** What a folder's project is called: see `projectIdentity`. Default: sessions of other programs have none. */
  readonly project?: (cwd: string) => string | undefined;
  /** For a session that does not say where it was begun. */
  readonly cwd: string;
  /** For a session that does not say when it was begun. Milliseconds since the epoch. */
  readonly now: number;
}

/** A session as it will stand in the log, not stored yet. */
export interface ImportedSession {
  readonly from: Origin;
  readonly header: Header;
  /** In the order of the log: the same, with the same ids, whenever the same file is read. */
  entries(): AsyncGenerator<Entry>;
  /** What could not be carried over, counted by its kind. Complete once the entries were read to their end. */
  readonly left: Readonly<Record<string, number>>;
}

/**
 * Reads a session file of this program or of another one. What cannot be understood is passed over and counted, and
 * nothing in it is run or opened.
 * @throws {ImportError} when it holds no session.
 */
export const importSession = async (read: ReadLines, options: ImportOptions): Promise<ImportedSession> => {
  const from = options.from ?? (await detect(read));
  return from === "coxswain" ? ownSession(read) : foreignSession(read, from, options);
};

/** How many lines may come before one that shows where a file is from. */
const LOOKED_AT = 100;

const detect = async (read: ReadLines): Promise<Origin> => {
  let count = 0;
  for await (const line of read()) {
    const origin = line === undefined ? undefined : originOf(parseLine(withoutMark(line)) ?? {});
    if (origin !== undefined) return origin;
    if (++count === LOOKED_AT) break;
  }
  throw new ImportError("This is no session of Coxswain, pi, Claude Code or Codex; if it is one, say which with --from.");
};

const BROKEN = "broken line";

/** An editor may have left a byte order mark. */
const withoutMark = (line: string): string => line.replace(/^\ufeff/, "");

const ownSession = async (read: ReadLines): Promise<ImportedSession> => {
  const left = new Left();
  const header = await ownHeader(read);
  // From another hand a checkpoint would be a state that the entries do not have.
  const goes = (entry: Entry): boolean => {
    const sound = isSound(entry);
    if (!sound) left.add(`malformed ${entry.type}`);
    return !sound || isCheckpoint(entry);
  };
  async function* entries(): AsyncGenerator<Entry> {
    const ids = new Set<string>();
    let first = true;
    for await (const line of read()) {
      const entry = line === undefined ? undefined : decodeEntry(line);
      if (!first && entry !== undefined && !ids.has(entry.id)) {
        ids.add(entry.id);
        yield entry;
      } else if (!first && line?.trim() !== "") left.add(entry === undefined ? BROKEN : "double entry");
      first = false;
    }
  }
  return {
    from: "coxswain",
    header,
    entries: () => without(entries(), goes),
    get left() {
      return left.counts;
    },
  };
};

const ownHeader = async (read: ReadLines): Promise<Header> => {
  for await (const line of read()) {
    try {
      return decodeHeader(withoutMark(line ?? ""));
    } catch (error) {
      if (error instanceof LogFormatError) throw new ImportError(`This is no export of a session. ${error.message}`, { cause: error });
      throw error;
    }
  }
  throw new ImportError("This is no export of a session: it is empty.");
};

const IMPORTERS: Readonly<Record<Exclude<Origin, "coxswain">, () => Importer>> = {
  pi: piImporter,
  claude: claudeImporter,
  codex: codexImporter,
};

const foreignSession = async (read: ReadLines, from: Exclude<Origin, "coxswain">, options: ImportOptions): Promise<ImportedSession> => {
  const importer = IMPORTERS[from]();
  for await (const { record, line } of records(read)) importer.look(record, line);
  const survey = importer.survey();
  const name = nameOf(survey.id);
  if (name === undefined) throw new ImportError(`This is no session of ${from}: it has no id of one.`);
  const parent = nameOf(survey.parent);
  const { cwd = options.cwd, at = options.now, model = "unknown/unknown", title } = survey;
  const project = options.project?.(cwd);
  const header: Header = {
    format: FORMAT,
    version: FORMAT_VERSION,
    id: `${from}-${name}`,
    cwd,
    ...(project === undefined ? {} : { project }),
    at,
    ...(parent === undefined ? {} : { parent: { session: `${from}-${parent}`, entry: null } }),
  };
  const left = new Left();

  async function* entries(): AsyncGenerator<Entry> {
    const scribe = new Scribe({ model, ...(title === undefined ? {} : { title }) }, at);
    const to = { scribe, left, header };
    for await (const { record, line } of records(read, left)) {
      importer.carry(record, line, to);
      yield* scribe.take();
    }
    importer.end(to);
    scribe.put<ImportEntry>({ type: "import", from, session: survey.id ?? "", left: left.counts }, { id: "import" });
    yield* scribe.take();
  }
  return {
    from,
    header,
    entries,
    get left() {
      return left.counts;
    },
  };
};

async function* records(read: ReadLines, left?: Left): AsyncGenerator<{ readonly record: Json; readonly line: number }> {
  let number = 0;
  for await (const line of read()) {
    number += 1;
    const record = line === undefined ? undefined : parseLine(withoutMark(line));
    if (record !== undefined) yield { record, line: number };
    else if (line?.trim() !== "") left?.add(BROKEN);
  }
}

/** An id as a part of one of ours; undefined when it cannot be. */
const nameOf = (id: string | undefined): string | undefined => (id !== undefined && /^[A-Za-z0-9_-]{1,100}$/.test(id) ? id : undefined);
