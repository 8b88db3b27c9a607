import { type Entry, FORMAT, FORMAT_VERSION, type Header, type LogFile, type Store } from "../log/index.ts";

export const header = (id: string): Header => ({ format: FORMAT, version: FORMAT_VERSION, id, cwd: "/project", at: 1_700_000_000_000 });

export const entry = (seq: number): Entry => ({
  seq,
  id: `e${seq}`,
  parent: seq === 0 ? null : `e${seq - 1}`,
  at: 1_700_000_000_000 + seq,
  type: "note",
});

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

export const listed = async (store: Store, cwd?: string): Promise<string[]> => {
  const sessions = await collect(store.list(cwd === undefined ? {} : { cwd }));
  return sessions.map(({ id }) => id);
};
