import type { Entry, Fold } from "../log/index.ts";
import { isMessage, type MessageEntry } from "../loop/index.ts";
import { isJobNotice, isTaskNotice } from "./notice-source.ts";

/** An extension added a message to the conversation. A separate entry has the message. */
export interface InjectEntry extends Entry {
  readonly type: "inject";
  /** The extension, as `plugin:NAME`. */
  readonly source: string;
  readonly role: "user" | "assistant";
}

/** Resets the counts of injected messages. */
export interface InjectResetEntry extends Entry {
  readonly type: "inject_reset";
}

export interface Injections {
  /** Number of messages that each extension added since the last run of the user or the API. */
  readonly counts: Readonly<Record<string, number>>;
  /** True while a run has only messages of extensions so far. */
  readonly opening: boolean;
}

/** Over all branches: going back in the conversation does not reset the counts. */
export const injections: Fold<Injections> = {
  name: "injections",
  initial: { counts: {}, opening: false },
  apply(state, entry) {
    if (isInject(entry)) return { ...state, counts: { ...state.counts, [entry.source]: injectedBy(state.counts, entry.source) + 1 } };
    if (entry.type === "inject_reset") return { ...state, counts: {} };
    // Without counts there is nothing to reset.
    if (Object.keys(state.counts).length === 0) return state;
    if (entry.type === "run_start") return { ...state, opening: true };
    return state.opening && isMessage(entry) && entry.run !== undefined ? opened(state, entry) : state;
  },
};

/** Returns the number of messages that an extension added. Its name may be any string. */
export const injectedBy = (counts: Injections["counts"], source: string): number =>
  Object.hasOwn(counts, source) ? (counts[source] ?? 0) : 0;

/** The messages before the first response decide who started the run. */
const opened = (state: Injections, { message }: MessageEntry): Injections => {
  if (message.role !== "user") return { ...state, opening: false };
  if (isTaskNotice(message) || isJobNotice(message)) return state;
  const isInjected = message.source !== undefined && injectedBy(state.counts, message.source) > 0;
  return isInjected ? state : injections.initial;
};

const isInject = (entry: Entry): entry is InjectEntry => entry.type === "inject";
