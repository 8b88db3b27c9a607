import type { Event } from "../journal/index.ts";

/** The current work of a session. `since`: milliseconds since the epoch. */
export type Activity =
  | { readonly kind: "idle" }
  | {
      /**
       * `waiting`: for the first part of a response. `calling`: the arguments of a call stream. `running`: a tool. `asking`:
       * a permission question is open.
       */
      readonly kind: "waiting" | "reasoning" | "writing" | "calling" | "running" | "asking" | "compacting" | "repairing";
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

const DELTAS = { text: "writing", reasoning: "reasoning", tool_input: "calling" } as const;

/** Returns the activity after an event of the session itself. `inRun`: a run is active, so that it continues after a compaction. */
export const nextActivity = (activity: Activity, event: Event, inRun: boolean): Activity => {
  const begin = (kind: Exclude<Activity["kind"], "idle" | "retrying">): Activity =>
    activity.kind === kind ? activity : { kind, since: event.at };
  switch (event.type) {
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
      return begin("waiting");
    case "permission_ask":
      return begin("asking");
    case "compaction_start":
      return begin("compacting");
    case "compaction_end":
      return inRun ? begin("waiting") : IDLE;
    case "repair_start":
      return begin("repairing");
    case "retry_start": {
      const { attempt, tries, delay, error, at } = event;
      return { kind: "retrying", since: at, until: at + delay, attempt, tries, error: error.message };
    }
    default:
      return activity;
  }
};
