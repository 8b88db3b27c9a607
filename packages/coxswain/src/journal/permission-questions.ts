import type { Draft, Fold, Log } from "../log/index.ts";
import type { PermissionRequest } from "../loop/index.ts";
import type { QuestionObserver, Reply } from "../policy/index.ts";
import { isQuestionEntry, type PermissionAskEntry, type PermissionReplyEntry, type QuestionEntry } from "./entries.ts";
import type { SessionJournal } from "./journal.ts";

/**
 * The question that the session waits for, over all entries, or null. There is at most one: a new question replaces the one before. In
 * a session that no process has open the question is stale.
 */
export const openQuestion: Fold<PermissionAskEntry | null> = {
  name: "question",
  initial: null,
  apply(open, entry) {
    if (!isQuestionEntry(entry)) return open;
    if (entry.type === "permission_ask") return entry;
    return entry.type === "permission_reply" && entry.question === open?.id ? null : open;
  },
};

/** Records questions, so that other processes see them, and listens for their answers while one is open. */
export const questionRecorder = (journal: SessionJournal, listen: () => Disposable | undefined): QuestionObserver => {
  let listening: Disposable | undefined;

  /** An answer does not wait for the store: the log writes the entry later if the store fails now. */
  const append = <E extends QuestionEntry>(draft: Draft<E>): void => void journal.append<E>(draft).catch(() => undefined);

  return {
    asked({ requests, sessionId: _own, root: _log, ...question }) {
      append<PermissionAskEntry>({ type: "permission_ask", ...question, requests: requests.map(withoutEffects) });
      listening = listen();
    },
    ended({ id }, reply, by) {
      listening?.[Symbol.dispose]();
      const answered = { question: id, allowed: isAllowing(reply), answer: reply.kind };
      const reason = reply.kind === "deny" && reply.reason !== undefined ? { reason: reply.reason } : {};
      append<PermissionReplyEntry>({ type: "permission_reply", ...answered, ...reason, ...(by === undefined ? {} : { by }) });
    },
  };
};

/** Withdraws the question that was open when an earlier process was killed: the resumed run asks again. */
export const withdrawOpenQuestion = (log: Log): void => {
  const open = log.total(openQuestion);
  if (open === null) return;
  const reply = { type: "permission_reply", question: open.id, allowed: false, answer: "withdrawn" } as const;
  void log.append<PermissionReplyEntry>(reply).catch(() => undefined); // the log writes it later
};

export const isAllowing = ({ kind }: Reply): boolean => ALLOWING.has(kind);

const ALLOWING: ReadonlySet<string> = new Set(["once", "session", "project", "always"]);

/** Removes the parsed effects of a command: only the policy needs them, and the user judges the command itself. */
export const withoutEffects = (request: PermissionRequest): PermissionRequest => {
  const { effects, ...rest } = request;
  return effects === undefined ? request : rest;
};
