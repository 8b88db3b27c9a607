import type { Draft, Fold, Log } from "../log/index.ts";
import type { AskUser, UserAnswer, UserQuestion, UserQuestions } from "../loop/index.ts";
import { isQuestionEntry, type QuestionAskEntry, type QuestionReplyEntry } from "./entries.ts";
import type { SessionJournal } from "./journal.ts";

/**
 * The question of the model that the session waits for, over all entries, or null. A new question replaces the one before. In a
 * session that no process has open the question is stale.
 */
export const openUserQuestion: Fold<QuestionAskEntry | null> = {
  name: "user_question",
  initial: null,
  apply(open, entry) {
    if (!isQuestionEntry(entry)) return open;
    if (entry.type === "question_ask") return entry;
    return entry.type === "question_reply" && entry.question === open?.id ? null : open;
  },
};

/** A question of the model that waits for the user. */
export interface OpenUserQuestion {
  readonly id: string;
  readonly callId: string;
  readonly question: UserQuestion;
  /** `settled`: it was answered or withdrawn before, and this answer is ignored. `by`: any name of the answerer. */
  answer(answer: UserAnswer, by?: string): "answered" | "settled";
}

/** The questions that tools of one session ask its user. They are recorded, and listen for answers of other processes. */
export class RecordedUserQuestions implements UserQuestions {
  readonly #journal: SessionJournal;
  readonly #listen: () => Disposable | undefined;
  readonly #open = new Map<string, OpenUserQuestion>();

  constructor(journal: SessionJournal, listen: () => Disposable | undefined) {
    this.#journal = journal;
    this.#listen = listen;
  }

  get open(): readonly OpenUserQuestion[] {
    return [...this.#open.values()];
  }

  ask(question: UserQuestion, callId: string, ask: AskUser, signal: AbortSignal): Promise<UserAnswer> {
    if (signal.aborted) return Promise.resolve([]);
    const { promise, resolve, reject } = Promise.withResolvers<UserAnswer>();
    const id = this.#journal.mint();
    const withdrawal = new AbortController();
    const listening = this.#listen();
    const settle = (answers: UserAnswer, more: Pick<QuestionReplyEntry, "withdrawn" | "by"> = {}): boolean => {
      if (!this.#open.delete(id)) return false;
      signal.removeEventListener("abort", withdraw);
      listening?.[Symbol.dispose]();
      this.#append({ type: "question_reply", question: id, answers, ...more });
      resolve(answers);
      withdrawal.abort();
      return true;
    };
    const withdraw = (): void => void settle([], { withdrawn: true });
    this.#open.set(id, {
      id,
      callId,
      question,
      answer: (answers, by) => (settle(answers, by === undefined ? {} : { by }) ? "answered" : "settled"),
    });
    signal.addEventListener("abort", withdraw, { once: true });
    this.#append({ type: "question_ask", id, callId, ...question });
    ask(question, withdrawal.signal).then(
      (answers) => settle(answers),
      (error: unknown) => {
        reject(error);
        withdraw();
      },
    );
    return promise;
  }

  /** A question does not wait for the store: the log writes the entry later if the store fails now. */
  #append(draft: Draft<QuestionAskEntry | QuestionReplyEntry>): void {
    void this.#journal.append<QuestionAskEntry | QuestionReplyEntry>(draft).catch(() => undefined);
  }
}

/** Withdraws the question that was open when an earlier process was killed: the resumed run asks again. */
export const withdrawOpenUserQuestion = (log: Log): void => {
  const open = log.total(openUserQuestion);
  if (open === null) return;
  const reply = { type: "question_reply", question: open.id, answers: [], withdrawn: true } as const;
  void log.append<QuestionReplyEntry>(reply).catch(() => undefined); // the log writes it later
};
