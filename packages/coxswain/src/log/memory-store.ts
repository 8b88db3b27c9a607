import { type Entry, isLeaf, type LeafEntry } from "./entry.ts";
import { LogClosedError, LogWriteError, SessionInUseError, SessionNotFoundError } from "./errors.ts";
import { assertWritable, describeHeader, type Header, isSubAgent } from "./header.ts";
import { isRelocate } from "./relocate-entry.ts";
import type { LogFile, Store, StoredSession } from "./store.ts";

/** Which entries a memory store may forget. What neither counts nor passes is kept. */
export interface TrimRule {
  /** How many entries that count are kept, the most recent ones. */
  readonly max: number;
  counts(entry: Entry): boolean;
  /** Whether an entry that counts may be the first one kept; if not, it goes too. */
  mayLead(entry: Entry): boolean;
  /** Whether an entry that does not count goes, too, once it stands before the first one kept. Default: none does. */
  passes?(entry: Entry): boolean;
}

interface Kept {
  readonly header: Header;
  /** Where it works now. */
  cwd: string;
  entries: Entry[];
  updatedAt: number;
  stored: boolean;
  /** The file that may append; undefined when none is open for it. */
  owner: LogFile | undefined;
  /** How many appends there were. */
  appends: number;
  /** Who waits for the next one, or for the session's end. */
  readonly waiting: Set<() => void>;
}

/** Keeps sessions for as long as the store object lives. */
export const memoryStore = (options: { readonly trim?: TrimRule } = {}): Store => {
  const sessions = new Map<string, Kept>();

  const file = (kept: Kept): LogFile => {
    const { id } = kept.header;
    let closed = false;
    /** Of the appends; a file that was not read has nothing that could be old. */
    let readUpTo = Infinity;

    const acquire = (): void => {
      if (kept.owner === opened) return;
      const held = sessions.get(id);
      if (kept.stored ? held !== kept : held !== undefined) {
        throw new LogWriteError(`Session "${id}" ${kept.stored ? "was removed" : "exists"}.`);
      }
      if (kept.owner !== undefined) throw new SessionInUseError(id);
      kept.owner = opened;
    };

    const opened: LogFile = {
      header: kept.header,
      damage: [],
      async *read() {
        readUpTo = kept.appends;
        yield* kept.entries.slice();
      },
      async acquire() {
        if (closed) throw new LogClosedError();
        if (kept.stored) acquire();
      },
      async append(entries) {
        if (closed) throw new LogClosedError();
        assertWritable(kept.header);
        if (entries.length === 0) return [];
        acquire();
        if (readUpTo < kept.appends) throw new LogWriteError(`Session "${id}" was written to since it was read; open it again.`);
        sessions.set(id, kept);
        kept.cwd = entries.findLast(isRelocate)?.cwd ?? kept.cwd;
        kept.stored = true;
        readUpTo = kept.appends += 1;
        for (const entry of entries) kept.entries.push(entry);
        for (const wake of kept.waiting) wake();
        kept.updatedAt = entries.at(-1)?.at ?? kept.updatedAt;
        if (options.trim === undefined) return [];
        const forgotten = surplus(kept.entries, options.trim);
        if (forgotten.size > 0) kept.entries = without(kept.entries, forgotten);
        return [...forgotten];
      },
      async sync() {
        if (closed) throw new LogClosedError();
      },
      async close() {
        closed = true;
        if (kept.owner === opened) kept.owner = undefined;
      },
    };
    return opened;
  };

  return {
    async create(header) {
      if (sessions.has(header.id)) throw new LogWriteError(`Session "${header.id}" exists.`);
      return file({
        header,
        cwd: header.cwd,
        entries: [],
        updatedAt: header.at,
        stored: false,
        owner: undefined,
        appends: 0,
        waiting: new Set(),
      });
    },
    async open(id) {
      const kept = sessions.get(id);
      if (kept === undefined) throw new SessionNotFoundError(id);
      return file(kept);
    },
    async *list({ cwd, agents = false } = {}) {
      const all = [...sessions.values()].filter((kept) => (cwd === undefined || kept.cwd === cwd) && (agents || !isSubAgent(kept.header)));
      yield* all.toSorted((one, other) => other.updatedAt - one.updatedAt).map(describe);
    },
    async *follow(id, { after, signal } = {}) {
      const kept = sessions.get(id);
      if (kept === undefined) throw new SessionNotFoundError(id);
      let last = after ?? kept.entries.at(-1)?.seq ?? -1;
      for (;;) {
        const first = kept.entries.findLastIndex(({ seq }) => seq <= last) + 1;
        for (const entry of kept.entries.slice(first)) {
          last = entry.seq;
          yield entry;
        }
        if (signal?.aborted === true || sessions.get(id) !== kept) return;
        // What came while it was read is not waited for.
        if ((kept.entries.at(-1)?.seq ?? -1) <= last) await nextChange(kept, signal);
      }
    },
    async remove(id) {
      const kept = sessions.get(id);
      if (kept?.owner !== undefined) throw new SessionInUseError(id);
      sessions.delete(id);
      for (const wake of kept?.waiting ?? []) wake();
      return kept !== undefined;
    },
  };
};

const nextChange = async ({ waiting }: Kept, signal: AbortSignal | undefined): Promise<void> => {
  const { promise, resolve } = Promise.withResolvers<void>();
  waiting.add(resolve);
  signal?.addEventListener("abort", () => resolve(), { once: true });
  await promise;
  waiting.delete(resolve);
};

const describe = ({ header, cwd, updatedAt }: Kept): StoredSession => ({ ...describeHeader(header), cwd, updatedAt });

/** What followed a forgotten entry follows what came before it, so that reading again gives the same tree. */
const without = (entries: readonly Entry[], ids: ReadonlySet<string>): Entry[] => {
  const parents = new Map(entries.filter(({ id }) => ids.has(id)).map(({ id, parent }) => [id, parent]));
  const standing = (id: string | null): string | null => {
    let at = id;
    while (at !== null && parents.has(at)) at = parents.get(at) ?? null;
    return at;
  };
  const reattach = (entry: Entry): Entry => {
    const parent = standing(entry.parent);
    if (isLeaf(entry)) return Object.freeze<LeafEntry>({ ...entry, parent, to: standing(entry.to) });
    return parent === entry.parent ? entry : Object.freeze({ ...entry, parent });
  };
  return entries.filter(({ id }) => !ids.has(id)).map(reattach);
};

const surplus = (entries: readonly Entry[], rule: TrimRule): Set<string> => {
  const counted = entries.filter((entry) => rule.counts(entry));
  let first = Math.max(0, counted.length - rule.max);
  if (first === 0) return new Set();
  while (first < counted.length && !rule.mayLead(counted[first] as Entry)) first++;
  const lead = first < counted.length ? entries.indexOf(counted[first] as Entry) : entries.length;
  const goes = (entry: Entry): boolean => rule.counts(entry) || rule.passes?.(entry) === true;
  return new Set(
    entries
      .slice(0, lead)
      .filter(goes)
      .map(({ id }) => id),
  );
};
