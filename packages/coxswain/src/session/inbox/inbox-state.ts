import type { Entry, Fold } from "../../log/index.ts";
import type { InboxAdmitEntry, InboxCancelEntry } from "../../loop/index.ts";

/** A message that was admitted, and neither delivered nor cancelled. */
export type Waiting = Pick<InboxAdmitEntry, "messageId" | "message" | "how" | "run" | "options" | "once" | "expand">;

/** Queued messages over all branches, so that a fork in place loses none. */
export interface InboxState {
  /** In the order in which they came. */
  readonly waiting: readonly Waiting[];
  /** The last messages with an id of their sender, delivered ones too. */
  readonly named: readonly Pick<Waiting, "messageId" | "run">[];
}

/** Number of remembered messages whose id the sender chose. */
const REMEMBERED = 1_024;

export const inboxState: Fold<InboxState> = {
  name: "inbox",
  initial: { waiting: [], named: [] },
  apply(state, entry) {
    if (isAdmission(entry)) return admit(state, entry);
    if (state.waiting.length === 0) return state;
    // A damaged message entry still takes the id, so the message cannot be delivered again.
    return without(state, isCancellation(entry) ? entry.messages : [entry.id]);
  },
};

/** Returns true if an entry is about queued messages. A fork does not include these. */
export const isOfInbox = (entry: Entry): boolean => isAdmission(entry) || isCancellation(entry);

export const isCancellation = (entry: Entry): entry is InboxCancelEntry => entry.type === "inbox_cancel";

const isAdmission = (entry: Entry): entry is InboxAdmitEntry => entry.type === "inbox_admit";

const admit = ({ waiting, named }: InboxState, { messageId, message, how, run, options, once, expand }: InboxAdmitEntry): InboxState => ({
  waiting: [
    ...waiting,
    {
      messageId,
      message,
      how,
      ...(run === undefined ? {} : { run }),
      ...(options === undefined ? {} : { options }),
      ...(once === true ? { once } : {}),
      ...(expand === false ? { expand } : {}),
    },
  ],
  named: once === true ? [...named.slice(1 - REMEMBERED), { messageId, ...(run === undefined ? {} : { run }) }] : named,
});

const without = (state: InboxState, ids: readonly string[]): InboxState => {
  const waiting = state.waiting.filter(({ messageId }) => !ids.includes(messageId));
  return waiting.length === state.waiting.length ? state : { ...state, waiting };
};
