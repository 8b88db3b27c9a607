import type { AnyEntry, Event, RetryEntry } from "../journal/index.ts";

/** The current work of a session. `since`: milliseconds since the epoch. */
export type Activity =
  | { readonly kind: "idle" }
  | {
      /** `waiting`: for the first part of a response. `calling`: the arguments of a call stream. `running`: a tool. */
      readonly kind: "waiting" | "reasoning" | "writing" | "calling" | "running" | "compacting" | "repairing";
      readonly since: number;
    }
  | {
      readonly kind: "retrying";
      readonly since: number;
      /** Time of the next request. */
      readonly until: number;
      readonly attempt: number;
      readonly tries: number;
      /** Message of the error. */
      readonly error: string;
    };

export const IDLE: Activity = { kind: "idle" };

type BegunActivity = Exclude<Activity["kind"], "idle" | "retrying">;

const DELTAS = { text: "writing", reasoning: "reasoning", tool_input: "calling" } as const;

/** Facts about the run that an activity belongs to. */
export interface RunFacts {
  /** A run is active, so that it continues after a compaction. */
  readonly inRun: boolean;
  /** Returns whether a call other than this one has no result. */
  readonly hasOther: (call: string) => boolean;
}

/**
 * Returns the activity after an event of the session itself. To follow a session of another process, its entries suffice, and
 * `run_end` after the entry of a run's end: the owner still works between them.
 */
export const nextActivity = (activity: Activity, event: Event, run: RunFacts): Activity => {
  const begin = (kind: BegunActivity): Activity => (activity.kind === kind ? activity : { kind, since: event.at });
  const endCall = (call: string): Activity => begin(run.hasOther(call) ? "running" : "waiting");
  switch (event.type) {
    case "entry":
      return afterEntry(activity, event.entry, { begin, endCall });
    case "run_end":
    case "session_close":
      return IDLE;
    case "run_start":
    case "turn_start":
    case "retry_end":
    case "repair_end":
    case "message_discard":
      return begin("waiting");
    case "message_delta":
      return begin(DELTAS[event.kind]);
    case "tool_start":
    case "permission_reply":
      return begin("running");
    case "tool_end":
      return endCall(event.call.id);
    case "compaction_start":
      return begin("compacting");
    case "compaction_end":
      return run.inRun ? begin("waiting") : IDLE;
    case "repair_start":
      return begin("repairing");
    case "retry_start":
      return retrying(event);
    default:
      return activity;
  }
};

const retrying = ({ attempt, tries, delay, error, at }: RetryEntry | Extract<Event, { readonly type: "retry_start" }>): Activity => ({
  kind: "retrying",
  since: at,
  until: at + delay,
  attempt,
  tries,
  error: error.message,
});

interface Steps {
  readonly begin: (kind: BegunActivity) => Activity;
  /** A call has its result. */
  readonly endCall: (call: string) => Activity;
}

const afterEntry = (activity: Activity, entry: AnyEntry, { begin, endCall }: Steps): Activity => {
  if (entry.type === "run_start" || entry.type === "run_resume") return begin("waiting");
  // Without a run, an entry is that of an import, a fork or a plugin.
  if (activity.kind === "idle") return activity;
  switch (entry.type) {
    case "retry":
      return retrying(entry);
    case "tool_start":
      return begin("running");
    case "message": {
      const { message } = entry;
      if (message.role === "tool") return endCall(message.callId);
      return message.role === "assistant" && message.content.some(({ type }) => type === "tool_call") ? begin("running") : activity;
    }
    default:
      return activity;
  }
};
