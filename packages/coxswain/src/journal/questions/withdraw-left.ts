import type { Log } from "../../log/index.ts";
import type { PermissionReplyEntry } from "../question-entries.ts";
import { openQuestion } from "./open-question.ts";

/** The question at which an earlier process had the session when it was killed is not asked any more: its call is asked about anew. */
export const withdrawLeft = (log: Log): void => {
  const left = log.total(openQuestion);
  if (left === null) return;
  const reply = { type: "permission_reply", question: left.id, allowed: false, answer: "withdrawn" } as const;
  void log.append<PermissionReplyEntry>(reply).catch(() => undefined); // it is owed to the store
};
