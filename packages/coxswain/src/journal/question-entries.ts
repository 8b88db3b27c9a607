import type { Entry } from "../log/index.ts";
import type { Answer, Question } from "../policy/index.ts";

/**
 * The session waits at a question, of its own agent or of one below it. The entry's id is the question's, and the entry is the question: its `root` is the
 * session whose log it is in, and its `sessionId` the `agent`'s, or that of the log. It is kept where somebody may answer it.
 */
export interface PermissionAskEntry extends Entry, Omit<Question, "id" | "sessionId" | "root"> {
  readonly type: "permission_ask";
}

/** A question ended. */
export interface PermissionReplyEntry extends Entry {
  readonly type: "permission_reply";
  /** Id of the question. */
  readonly question: string;
  readonly allowed: boolean;
  readonly answer: Answer["kind"] | "withdrawn";
  /** Who answered, where that was said: of an answer that another process gave, the id under which it was handed over. */
  readonly by?: string;
}

/** An entry about questions: they are those of the session that waits at them, and go along with no fork of it. */
export type QuestionEntry = PermissionAskEntry | PermissionReplyEntry;

export const isOfQuestions = (entry: Entry): entry is QuestionEntry => entry.type === "permission_ask" || entry.type === "permission_reply";
