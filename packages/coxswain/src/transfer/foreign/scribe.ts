import type { Draft, Entry, LeafEntry } from "../../log/index.ts";
import { messageDraft, type MessageEntry } from "../../loop/index.ts";
import type { ModelChangeEntry, Setup, SetupEntry } from "../../journal/index.ts";

/** Where an entry is to stand. */
export interface Place {
  /** Unique, and the same whenever the same file is read. */
  readonly id: string;
  /** The entry that it follows. Default: the one before it. */
  readonly parent?: string;
  /** Default: the time of the one before it. */
  readonly at?: number | undefined;
}

/** The entry that a session begins with. */
export const FIRST = "setup";

/** Writes the entries of a log as the log itself would: each attached to the leaf, which is moved where a branch begins. */
export class EntryWriter {
  readonly #models = new Map<string, string>();
  #entries: Entry[] = [];
  #seq = 0;
  #leaf: string | null = null;
  #at: number;

  constructor(setup: Setup, at: number) {
    this.#at = at;
    this.#models.set(FIRST, setup.model);
    this.put<SetupEntry>({ type: "setup", setup }, { id: FIRST });
  }

  /** The entry that the next one follows unless it is told otherwise. */
  get leaf(): string {
    return this.#leaf ?? FIRST;
  }

  /** The value is the entry's id. */
  put<E extends Entry>(draft: Draft<E>, { id, parent, at }: Place): string {
    if (at !== undefined) this.#at = at;
    if (parent !== undefined) this.moveTo(parent, id);
    const above = this.#leaf;
    this.#push({ ...draft, seq: this.#seq, id, parent: above, at: this.#at });
    this.#leaf = id;
    const model = draft.type === "model_change" ? (draft as unknown as Draft<ModelChangeEntry>).model : this.#models.get(above ?? FIRST);
    if (model !== undefined) this.#models.set(id, model);
    return id;
  }

  /** A message; before one of another model than the branch has, the change to it. */
  say(message: MessageEntry["message"], place: Place): string {
    const { id, parent, at } = place;
    const model = message.role === "assistant" ? message.model : undefined;
    if (model === undefined || model === this.#models.get(parent ?? this.leaf)) return this.put<MessageEntry>(messageDraft(message), place);
    this.put<ModelChangeEntry>({ type: "model_change", model }, { ...place, id: `${id}-model` });
    return this.put<MessageEntry>(messageDraft(message), { id, at });
  }

  /** Moves the leaf, if it is elsewhere. `id`: of the entry that this is for. */
  moveTo(to: string, id: string): void {
    if (to === this.#leaf) return;
    const entry: LeafEntry = { type: "leaf", seq: this.#seq, id: `${id}-leaf`, parent: this.#leaf, at: this.#at, to };
    this.#push(entry);
    this.#leaf = to;
  }

  /** What was written since this was asked last. */
  take(): readonly Entry[] {
    const entries = this.#entries;
    this.#entries = [];
    return entries;
  }

  #push(entry: Entry): void {
    this.#entries.push(Object.freeze(entry));
    this.#seq += 1;
  }
}
