import type { AnyEntry } from "coxswain";

/** The active run and the queued messages of a session, folded from its entries. */
export interface SessionActivity {
  /** The active run with the seq of its first entry. */
  readonly active: { readonly run: string; readonly seq: number } | undefined;
  /** Runs of the queued messages by message id. */
  readonly queued: ReadonlyMap<string, string>;
}

export const IDLE: SessionActivity = { active: undefined, queued: new Map() };

export const withEntry = (course: SessionActivity, entry: AnyEntry): SessionActivity => {
  switch (entry.type) {
    case "message":
      return withoutQueued(course, [entry.id]);
    case "run_start":
      return { ...course, active: { run: entry.run, seq: entry.seq } };
    case "run_end":
      return course.active?.run === entry.run ? { ...course, active: undefined } : course;
    case "inbox_admit": {
      const { messageId, run } = entry;
      return { ...course, queued: new Map(course.queued).set(messageId, run) };
    }
    case "inbox_cancel":
      return withoutQueued(course, entry.messages);
    default:
      return course;
  }
};

const withoutQueued = (course: SessionActivity, ids: readonly string[]): SessionActivity => {
  if (!ids.some((id) => course.queued.has(id))) return course;
  return { ...course, queued: new Map([...course.queued].filter(([id]) => !ids.includes(id))) };
};
