import type { AnyEntry } from "coxswain";

/** The active run and the queued messages of a session, folded from its entries. */
export interface SessionActivity {
  /** The active run with the seq of its first entry. */
  readonly active: { readonly run: string; readonly seq: number } | undefined;
  /** Runs of the queued messages by message id. */
  readonly queued: ReadonlyMap<string, string>;
}

export const IDLE: SessionActivity = { active: undefined, queued: new Map() };

export const withEntry = (activity: SessionActivity, entry: AnyEntry): SessionActivity => {
  switch (entry.type) {
    case "message":
      return withoutQueued(activity, [entry.id]);
    case "run_start":
      return { ...activity, active: { run: entry.run, seq: entry.seq } };
    case "run_resume":
      return activity.active?.run === entry.run ? activity : { ...activity, active: { run: entry.run, seq: entry.seq } };
    case "run_end":
      return activity.active?.run === entry.run ? { ...activity, active: undefined } : activity;
    case "inbox_admit": {
      const { messageId, run } = entry;
      return run === undefined ? activity : { ...activity, queued: new Map(activity.queued).set(messageId, run) };
    }
    case "inbox_cancel":
      return withoutQueued(activity, entry.messages);
    default:
      return activity;
  }
};

const withoutQueued = (activity: SessionActivity, ids: readonly string[]): SessionActivity => {
  if (!ids.some((id) => activity.queued.has(id))) return activity;
  return { ...activity, queued: new Map([...activity.queued].filter(([id]) => !ids.includes(id))) };
};
