import type { ContentStore } from "../base/index.ts";
import { type Entry, isLeaf, type LeafEntry, isRelocate } from "./entry.ts";
import { LogClosedError, LogWriteError, SessionInUseError, SessionNotFoundError } from "./errors.ts";
import { assertWritable, describeHeader, type Header, isSubAgent, isUntouchedImport } from "./header.ts";
import type { LogFile, Store, StoredSession } from "./store.ts";

/** Selects the entries that a memory store may discard. It preserves entries that neither count nor pass. */
export interface TrimRule {
  /** Maximum number of counted entries; the most recent ones are preserved. */
  readonly max: number;
  counts(entry: Entry): boolean;
  /** Returns true if a counted entry may be the first preserved one; otherwise it is discarded too. */
  mayLead(entry: Entry): boolean;
  /** Returns true if an uncounted entry is discarded once it precedes the first preserved one. Default: never. */
  passes?(entry: Entry): boolean;
}

interface MemoryLog {
  readonly header: Header;
  /** Current working folder. */
  cwd: string;
  entries: Entry[];
  updatedAt: number;
  isStored: boolean;
  /** The file that may append; undefined when none is open. */
  owner: LogFile | undefined;
  /** Number of appends. */
  appends: number;
  /** Callbacks for the next append, or for the end of the session. */
  readonly waiting: Set<() => void>;
}

/** Content in memory. The hash is loaded with the first content. */
const memoryContents = (): ContentStore => {
  const contents = new Map<string, Uint8Array>();
  return {
    async put(bytes) {
      const name = `sha256-${await sha256(bytes)}`;
      if (!contents.has(name)) contents.set(name, bytes.slice());
      return name;
    },
    get: async (name) => contents.get(name)?.slice(),
  };
};

const sha256 = async (bytes: Uint8Array): Promise<string> => {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", new Uint8Array(bytes)));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
};

/** Creates a store that holds sessions in memory while the store object exists. */
export const memoryStore = (options: { readonly trim?: TrimRule } = {}): Store => {
  const sessions = new Map<string, MemoryLog>();
  const contents = memoryContents();

  const file = (log: MemoryLog): LogFile => {
    const { id } = log.header;
    let closed = false;
    /** Append counter at the last read; a file that was never read cannot be stale. */
    let readUpTo = Infinity;

    const acquire = (): void => {
      if (log.owner === opened) return;
      const current = sessions.get(id);
      if (log.isStored ? current !== log : current !== undefined) {
        throw new LogWriteError(`Session "${id}" ${log.isStored ? "was removed" : "exists"}.`);
      }
      if (log.owner !== undefined) throw new SessionInUseError(id);
      log.owner = opened;
    };

    const opened: LogFile = {
      header: log.header,
      contents,
      damage: [],
      async *read() {
        readUpTo = log.appends;
        yield* log.entries.slice();
      },
      async acquire() {
        if (closed) throw new LogClosedError();
        if (log.isStored) acquire();
      },
      async append(entries) {
        if (closed) throw new LogClosedError();
        assertWritable(log.header);
        if (entries.length === 0) return [];
        acquire();
        if (readUpTo < log.appends) throw new LogWriteError(`Session "${id}" was written to since it was read; open it again.`);
        sessions.set(id, log);
        log.cwd = entries.findLast(isRelocate)?.cwd ?? log.cwd;
        log.isStored = true;
        readUpTo = log.appends += 1;
        for (const entry of entries) log.entries.push(entry);
        for (const wake of log.waiting) wake();
        log.updatedAt = entries.at(-1)?.at ?? log.updatedAt;
        if (options.trim === undefined) return [];
        const forgotten = surplus(log.entries, options.trim);
        if (forgotten.size > 0) log.entries = without(log.entries, forgotten);
        return [...forgotten];
      },
      async sync() {
        if (closed) throw new LogClosedError();
      },
      async close() {
        closed = true;
        if (log.owner === opened) log.owner = undefined;
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
        isStored: false,
        owner: undefined,
        appends: 0,
        waiting: new Set(),
      });
    },
    async open(id) {
      const log = sessions.get(id);
      if (log === undefined) throw new SessionNotFoundError(id);
      return file(log);
    },
    async *list({ cwd, agents = false } = {}) {
      const all = [...sessions.values()].filter((log) => (cwd === undefined || log.cwd === cwd) && (agents || !isSubAgent(log.header)));
      yield* all.toSorted((one, other) => other.updatedAt - one.updatedAt).map(describe);
    },
    async *follow(id, { after, signal } = {}) {
      const log = sessions.get(id);
      if (log === undefined) throw new SessionNotFoundError(id);
      let last = after ?? log.entries.at(-1)?.seq ?? -1;
      for (;;) {
        const first = log.entries.findLastIndex(({ seq }) => seq <= last) + 1;
        for (const entry of log.entries.slice(first)) {
          last = entry.seq;
          yield entry;
        }
        if (signal?.aborted === true || sessions.get(id) !== log) return;
        // Do not wait for entries that arrived during the read.
        if ((log.entries.at(-1)?.seq ?? -1) <= last) await nextChange(log, signal);
      }
    },
    async remove(id) {
      const log = sessions.get(id);
      if (log?.owner !== undefined) throw new SessionInUseError(id);
      sessions.delete(id);
      for (const wake of log?.waiting ?? []) wake();
      return log !== undefined;
    },
  };
};

const nextChange = async ({ waiting }: MemoryLog, signal: AbortSignal | undefined): Promise<void> => {
  const { promise, resolve } = Promise.withResolvers<void>();
  waiting.add(resolve);
  signal?.addEventListener("abort", () => resolve(), { once: true });
  await promise;
  waiting.delete(resolve);
};

const describe = ({ header, cwd, updatedAt }: MemoryLog): StoredSession => ({
  ...describeHeader(header),
  cwd,
  updatedAt,
  ...(isUntouchedImport(header, updatedAt) ? { imported: true } : {}),
});

/**
 * Reattaches the children of discarded entries to their nearest preserved ancestor, so that reading again gives the
 * same tree.
 */
const without = (entries: readonly Entry[], ids: ReadonlySet<string>): Entry[] => {
  const parents = new Map(entries.filter(({ id }) => ids.has(id)).map(({ id, parent }) => [id, parent]));
  const remainingAncestor = (id: string | null): string | null => {
    let at = id;
    while (at !== null && parents.has(at)) at = parents.get(at) ?? null;
    return at;
  };
  const reattach = (entry: Entry): Entry => {
    const parent = remainingAncestor(entry.parent);
    if (isLeaf(entry)) return Object.freeze<LeafEntry>({ ...entry, parent, to: remainingAncestor(entry.to) });
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
  const isDiscarded = (entry: Entry): boolean => rule.counts(entry) || rule.passes?.(entry) === true;
  return new Set(
    entries
      .slice(0, lead)
      .filter(isDiscarded)
      .map(({ id }) => id),
  );
};
