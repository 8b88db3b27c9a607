import type { Entry, Fold } from "../log/index.ts";
import { isMessage, type MessageEntry } from "../loop/index.ts";
import { isJobNotice } from "./job-source.ts";
import { isTaskNotice } from "./task-source.ts";

/** A plugin added a message to the conversation. The message is a fact of its own. */
export interface InjectEntry extends Entry {
  readonly type: "inject";
  /** The plugin, as `plugin:NAME`. */
  readonly source: string;
  readonly role: "user" | "assistant";
}

/** What plugins have added counts no more. */
export interface InjectResetEntry extends Entry {
  readonly type: "inject_reset";
}

export interface Injections {
  /** How many messages each plugin has added since a person, or the API, began a run. */
  readonly counts: Readonly<Record<string, number>>;
  /** Whether a run has begun of which nothing but plugins' words is known yet. */
  readonly opening: boolean;
}

/** Over all branches: going back in the conversation gives nobody room for more. */
export const injections: Fold<Injections> = {
  name: "injections",
  initial: { counts: {}, opening: false },
  apply(state, entry) {
    if (isInject(entry)) return { ...state, counts: { ...state.counts, [entry.source]: injectedBy(state.counts, entry.source) + 1 } };
    if (entry.type === "inject_reset") return { ...state, counts: {} };
    // Where nobody has added anything there is nothing to reset.
    if (Object.keys(state.counts).length === 0) return state;
    if (entry.type === "run_start") return { ...state, opening: true };
    return state.opening && isMessage(entry) && entry.run !== undefined ? opened(state, entry) : state;
  },
};

/** How many messages a plugin has added. It may be called anything. */
export const injectedBy = (counts: Injections["counts"], source: string): number =>
  Object.hasOwn(counts, source) ? (counts[source] ?? 0) : 0;

/** A run is begun by what is told in it before the model answers. */
const opened = (state: Injections, { message }: MessageEntry): Injections => {
  if (message.role !== "user") return { ...state, opening: false };
  if (isTaskNotice(message) || isJobNotice(message)) return state;
  const isPlugins = message.source !== undefined && injectedBy(state.counts, message.source) > 0;
  return isPlugins ? state : injections.initial;
};

const isInject = (entry: Entry): entry is InjectEntry => entry.type === "inject";
