import type { AnyEntry } from "coxswain";

/** The active run and the queued messages of a session, folded from its entries. */
export interface SessionActivity {
  /** The active run with the seq of its first entry. */
  readonly live: { readonly run: string; readonly seq: number } | undefined;
  /** Runs of the queued messages by message id. */
  readonly waiting: ReadonlyMap<string, string>;
}

export const IDLE: SessionActivity = { live: undefined, waiting: new Map() };

export const withEntry = (course: SessionActivity, entry: AnyEntry): SessionActivity => {
  switch (entry.type) {
    case "message":
      return withoutWaiting(course, [entry.id]);
    case "run_start":
      return { ...course, live: { run: entry.run, seq: entry.seq } };
    case "run_end":
      return course.live?.run === entry.run ? { ...course, live: undefined } : course;
    case "inbox_admit": {
      const { messageId, run } = entry;
      return { ...course, waiting: new Map(course.waiting).set(messageId, run) };
    }
    case "inbox_cancel":
      return withoutWaiting(course, entry.messages);
    default:
      return course;
  }
};

const withoutWaiting = (course: SessionActivity, ids: readonly string[]): SessionActivity => {
  if (!ids.some((id) => course.waiting.has(id))) return course;
  return { ...course, waiting: new Map([...course.waiting].filter(([id]) => !ids.includes(id))) };
};
