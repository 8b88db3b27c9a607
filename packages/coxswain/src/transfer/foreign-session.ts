import { type Entry, FORMAT, FORMAT_VERSION, type Header } from "../log/index.ts";
import { maskEntries, type ImportEntry } from "../journal/index.ts";
import { ImportError } from "./errors.ts";
import { claudeImporter, codexImporter, type Importer, SkippedContent, piImporter, EntryWriter, timeOf } from "./foreign/index.ts";
import type { Origin, ImportedSession, ImportOptions, ReadLines } from "./imported-session.ts";
import { records } from "./read-records.ts";

const IMPORTERS: Readonly<Record<Exclude<Origin, "coxswain">, () => Importer>> = {
  pi: piImporter,
  claude: claudeImporter,
  codex: codexImporter,
};

/** Imports a session of another program. @throws {ImportError} */
export const foreignSession = async (
  read: ReadLines,
  from: Exclude<Origin, "coxswain">,
  options: ImportOptions,
): Promise<ImportedSession> => {
  const importer = IMPORTERS[from]();
  let first: number | undefined;
  let last: number | undefined;
  for await (const { record, line } of records(read)) {
    importer.look(record, line);
    const at = timeOf(record["timestamp"]);
    first ??= at;
    last = at ?? last;
  }
  const survey = importer.survey();
  const name = nameOf(survey.id);
  if (name === undefined) throw new ImportError(`This is not a session of ${from}: it has no session id.`);
  const parent = nameOf(survey.parent);
  const { cwd = options.cwd, at = first ?? options.now, model = "unknown/unknown", title } = survey;
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
  const left = new SkippedContent();
  const mask = options.mask === undefined ? undefined : maskEntries(options.mask);
  const masked = (entry: Entry): Entry => (mask === undefined ? entry : Object.freeze({ ...entry, ...mask(entry) }));

  async function* entries(): AsyncGenerator<Entry> {
    const writer = new EntryWriter({ model, ...(title === undefined ? {} : { title }) }, at);
    const to = { writer, left };
    for await (const { record, line } of records(read, left)) {
      importer.importRecord(record, line, to);
      yield* writer.take().map(masked);
    }
    importer.end(to);
    writer.put<ImportEntry>({ type: "import", from, session: survey.id ?? "", left: left.counts }, { id: "import" });
    yield* writer.take().map(masked);
  }
  return {
    from,
    header,
    until: Math.min(last ?? at, options.now),
    entries,
    get left() {
      return left.counts;
    },
  };
};

/** Returns a foreign id as a part of a new one; undefined if it is unsuitable. */
const nameOf = (id: string | undefined): string | undefined => (id !== undefined && /^[A-Za-z0-9_-]{1,100}$/.test(id) ? id : undefined);
