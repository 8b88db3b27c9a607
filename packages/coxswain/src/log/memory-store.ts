import type { Entry } from "./entry.ts";
import { LogClosedError, LogWriteError, SessionNotFoundError } from "./errors.ts";
import type { Header } from "./header.ts";
import type { LogFile, Store, StoredSession } from "./store.ts";

/** Which entries a memory store may forget. Entries that do not count are kept. */
export interface TrimRule {
  /** How many entries that count are kept, the most recent ones. */
  readonly max: number;
  counts(entry: Entry): boolean;
  /** Whether an entry that counts may be the first one kept; if not, it goes too. */
  mayLead(entry: Entry): boolean;
}

interface Kept {
  readonly header: Header;
  entries: Entry[];
  updatedAt: number;
}

/** Keeps sessions for as long as the store object lives. */
export const memoryStore = (options: { readonly trim?: TrimRule } = {}): Store => {
  const sessions = new Map<string, Kept>();

  const file = (kept: Kept): LogFile => {
    let closed = false;
    return {
      header: kept.header,
      damage: [],
      async *read() {
        yield* [...kept.entries];
      },
      async append(entries) {
        if (closed) throw new LogClosedError();
        kept.entries.push(...entries);
        kept.updatedAt = entries.at(-1)?.at ?? kept.updatedAt;
        if (options.trim === undefined) return [];
        const forgotten = surplus(kept.entries, options.trim);
        if (forgotten.size > 0) kept.entries = kept.entries.filter((entry) => !forgotten.has(entry.id));
        return [...forgotten];
      },
      async sync() {},
      async close() {
        closed = true;
      },
    };
  };

  return {
    async create(header) {
      if (sessions.has(header.id)) throw new LogWriteError(`Session "${header.id}" exists.`);
      const kept: Kept = { header, entries: [], updatedAt: header.at };
      sessions.set(header.id, kept);
      return file(kept);
    },
    async open(id) {
      const kept = sessions.get(id);
      if (kept === undefined) throw new SessionNotFoundError(id);
      return file(kept);
    },
    async *list(filter = {}) {
      const all = [...sessions.values()].filter(({ header }) => filter.cwd === undefined || header.cwd === filter.cwd);
      yield* all.toSorted((one, other) => other.updatedAt - one.updatedAt).map(describe);
    },
    async remove(id) {
      return sessions.delete(id);
    },
  };
};

const describe = ({ header, updatedAt }: Kept): StoredSession => ({
  id: header.id,
  cwd: header.cwd,
  createdAt: header.at,
  updatedAt,
});

const surplus = (entries: readonly Entry[], rule: TrimRule): Set<string> => {
  const counted = entries.filter((entry) => rule.counts(entry));
  let first = Math.max(0, counted.length - rule.max);
  if (first === 0) return new Set();
  while (first < counted.length && !rule.mayLead(counted[first] as Entry)) first++;
  return new Set(counted.slice(0, first).map(({ id }) => id));
};
