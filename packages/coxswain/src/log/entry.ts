/**
 * One fact of a session, as it stands in the log. A folder that reads a kind of entry declares it by extending this
 * interface with a literal `type`; the log itself knows only `leaf`.
 */
export interface Entry {
  /** Place in the log, counted from 0. A gap is an entry that was lost or refused. */
  readonly seq: number;
  /** Unique within the session. */
  readonly id: string;
  /** The entry that this one follows; null for the first one of a branch. */
  readonly parent: string | null;
  /** Milliseconds since the epoch. For people: order is the order of the log, never of the clock. */
  readonly at: number;
  readonly type: string;
}

/** An entry before the log has given it a place. An `id` may be set where the id had to be known beforehand. */
export type Draft<E extends Entry = Entry> = E extends Entry ? Omit<E, "seq" | "id" | "parent" | "at"> & { readonly id?: string } : never;

/** Moves the leaf: the next entry attaches to `to` (null: to nothing). It is on no path itself. */
export interface LeafEntry extends Entry {
  readonly type: "leaf";
  readonly to: string | null;
}

export const isLeaf = (entry: Entry): entry is LeafEntry => entry.type === "leaf";

/** Of an entry that others can come after: with a greater one they would be written, and could not be read again. */
const LAST_SEQ = 2 ** 52;

/** Whether there are numbers left for what comes after an entry. In a sound log there always are. */
export const isNumbered = ({ seq }: Entry): boolean => seq <= LAST_SEQ;
