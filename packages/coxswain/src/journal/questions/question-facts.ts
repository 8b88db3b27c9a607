import type { Draft } from "../../log/index.ts";
import type { QuestionObserver } from "../../policy/index.ts";
import type { SessionJournal } from "../journal.ts";
import type { QuestionEntry, PermissionAskEntry, PermissionReplyEntry } from "../question-entries.ts";
import { isAllowing, withoutEffects } from "./told.ts";

/** Makes facts of questions, by which other processes see them, and listens for the answers that these give for as long as one is open. */
export const questionFacts = (journal: SessionJournal, listen: () => Disposable | undefined): QuestionObserver => {
  let listening: Disposable | undefined;

  /** No answer waits for the store: what it does not take now is owed to it, as every fact is. */
  const keep = <E extends QuestionEntry>(draft: Draft<E>): void => void journal.append<E>(draft).catch(() => undefined);

  return {
    asked({ requests, sessionId: _own, root: _log, ...question }) {
      keep<PermissionAskEntry>({ type: "permission_ask", ...question, requests: requests.map(withoutEffects) });
      listening = listen();
    },
    ended({ id }, reply, by) {
      listening?.[Symbol.dispose]();
      const answered = { question: id, allowed: isAllowing(reply), answer: reply.kind };
      keep<PermissionReplyEntry>({ type: "permission_reply", ...answered, ...(by === undefined ? {} : { by }) });
    },
  };
};
