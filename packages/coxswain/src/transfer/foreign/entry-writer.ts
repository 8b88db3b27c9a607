import type { Draft, Entry, LeafEntry } from "../../log/index.ts";
import { messageDraft, type MessageEntry } from "../../loop/index.ts";
import type { ModelChangeEntry, Setup, SetupEntry } from "../../journal/index.ts";

/** Position and stamp of an entry. */
export interface Place {
  /** Unique and deterministic: the same for every import of the same file. */
  readonly id: string;
  /** Parent entry. Default: the previous entry. */
  readonly parent?: string;
  /** Default: the time of the previous entry. */
  readonly at?: number | undefined;
}

/** Id of the first entry of a session. */
export const FIRST = "setup";

/** Writes entries as the log would: each attached to the leaf, with a leaf entry where a branch begins. */
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

  /** Default parent of the next entry. */
  get leaf(): string {
    return this.#leaf ?? FIRST;
  }

  /** Returns the entry's id. */
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

  /** Writes a message, preceded by a model change if the branch has a different model. */
  addMessage(message: MessageEntry["message"], place: Place): string {
    const { id, parent, at } = place;
    const model = message.role === "assistant" ? message.model : undefined;
    if (model === undefined || model === this.#models.get(parent ?? this.leaf)) return this.put<MessageEntry>(messageDraft(message), place);
    this.put<ModelChangeEntry>({ type: "model_change", model }, { ...place, id: `${id}-model` });
    return this.put<MessageEntry>(messageDraft(message), { id, at });
  }

  /** Moves the leaf if necessary. `id`: the entry that requires the move. */
  moveTo(to: string, id: string): void {
    if (to === this.#leaf) return;
    const entry: LeafEntry = { type: "leaf", seq: this.#seq, id: `${id}-leaf`, parent: this.#leaf, at: this.#at, to };
    this.#push(entry);
    this.#leaf = to;
  }

  /** Returns the entries written since the last call. */
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
