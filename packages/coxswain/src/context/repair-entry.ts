import type { Entry } from "../log/index.ts";
import type { Usage } from "../model/index.ts";

/** An item of the log that is not sent to models. */
export interface Quarantine {
  /** The entry: a message, or a shell command of the user. */
  readonly target: string;
  /** Index of the content part, from 0. Absent: the whole entry. */
  readonly part?: number;
}

/** A provider rejected the history because of this item. From here on models do not receive it; the log retains it. */
export interface RepairEntry extends Entry, Quarantine {
  readonly type: "repair";
  /** The provider's error message, for users. */
  readonly reason: string;
  /** Reference of the model that the search queried. Set on the first item that a search found. */
  readonly model?: string;
  /** Estimated usage of the search. Set together with `model`. */
  readonly usage?: Usage;
  /** USD, best effort; absent when the model has no known price. */
  readonly cost?: number;
}

export const isRepair = (entry: Entry): entry is RepairEntry => entry.type === "repair";
