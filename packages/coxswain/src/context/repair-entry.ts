import type { Entry } from "../log/index.ts";
import type { Usage } from "../model/index.ts";

/** Something in the log that a model is not sent. */
export interface Quarantine {
  /** The entry: a message, or a command of the person's. */
  readonly target: string;
  /** Which part of its content, counted from 0; absent: the whole of it. */
  readonly part?: number;
}

/** A provider refused the history for the sake of this item: from here on it is left out of what models are sent. The log keeps it. */
export interface RepairEntry extends Entry, Quarantine {
  readonly type: "repair";
  /** What the provider said, for people. */
  readonly reason: string;
  /** Reference of the model that was asked what it takes; with the first of the items that one search found. */
  readonly model?: string;
  /** What the search took, by estimate; with `model`. */
  readonly usage?: Usage;
  /** USD, best effort; absent when the model has no known price. */
  readonly cost?: number;
}

export const isRepair = (entry: Entry): entry is RepairEntry => entry.type === "repair";
