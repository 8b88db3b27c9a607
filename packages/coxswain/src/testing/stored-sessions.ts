import { type Entry, FORMAT, FORMAT_VERSION, type Header, type LogFile, type Store } from "../log/index.ts";

/** Returns the header of a session in `/project`. */
export const header = (id: string): Header => ({ format: FORMAT, version: FORMAT_VERSION, id, cwd: "/project", at: 1_700_000_000_000 });

/** Returns the entry with a sequence number, whose parent is the previous entry. */
export const entry = (seq: number): Entry => ({
  seq,
  id: `e${seq}`,
  parent: seq === 0 ? null : `e${seq - 1}`,
  at: 1_700_000_000_000 + seq,
  type: "note",
});

/** Stores a new session. */
export const stored = async (store: Store, made: Header, entries: readonly Entry[]): Promise<void> => {
  const file = await store.create(made);
  await file.append(entries);
  await file.close();
};

export const collect = async <Item>(items: AsyncIterable<Item>): Promise<Item[]> => {
  const collected: Item[] = [];
  for await (const item of items) collected.push(item);
  return collected;
};

export const entriesOf = (file: LogFile): Promise<Entry[]> => collect(file.read());

/** Returns the session IDs of a listing, in order. */
export const listed = async (store: Store, cwd?: string): Promise<string[]> => {
  const sessions = await collect(store.list(cwd === undefined ? {} : { cwd }));
  return sessions.map(({ id }) => id);
};

/** Appends until the listing shows this session as the latest: a store's clock may be coarse. */
export const appendUntilLatest = async (store: Store, file: LogFile): Promise<void> => {
  const { id } = file.header;
  for (let seq = 1; ; seq++) {
    await file.append([{ ...entry(seq), at: Date.now() }]);
    const sessions = await collect(store.list());
    const ours = sessions.find((session) => session.id === id);
    if (sessions.every((session) => session.id === id || session.updatedAt < (ours?.updatedAt ?? 0))) return;
  }
};
