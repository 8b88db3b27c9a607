import type { Answer, AnswerScope, Ask, Question, SavedAnswers } from "./question.ts";

/** How a question ended: answered, or `withdrawn` because the run was aborted. */
export type Reply = Answer | { readonly kind: "withdrawn" };

/** A question that waits for its answer. */
export interface OpenQuestion {
  readonly question: Question;
  /** `settled`: it was answered or withdrawn before, and this answer counts for nothing. `by`: whose it is, by any name. */
  answer(answer: Answer, by?: string): "answered" | "settled";
}

/** Is told of each question that somebody may answer, in the steps in which it becomes true: that it is asked, and then how it ended. */
export interface QuestionObserver {
  asked(question: Question): void;
  /** `by`: who answered it, where that was said. */
  ended(question: Question, reply: Reply, by: string | undefined): void;
}

export interface AskingOptions {
  /** What is kept beyond the session. Default: nothing. */
  readonly answers?: SavedAnswers | undefined;
  /** Ids of questions. Default: numbers. */
  readonly mint?: () => string;
  /** Default: nobody is told. */
  readonly course?: QuestionObserver | undefined;
}

/**
 * What the agents of one tree share of their permissions: questions are put one at a time, whoever asks; each is answered once, by whoever is first; and
 * what an answer kept holds for all.
 */
export class Asking {
  readonly mint: () => string;
  readonly #answers: SavedAnswers | undefined;
  readonly #course: QuestionObserver | undefined;
  readonly #ofSession = new Set<string>();
  readonly #open = new Map<string, OpenQuestion>();
  #last: Promise<unknown> = Promise.resolve();

  constructor({ answers, mint = counted(), course }: AskingOptions = {}) {
    this.#answers = answers;
    this.#course = course;
    this.mint = mint;
  }

  /** The questions that wait for an answer. */
  get open(): readonly OpenQuestion[] {
    return [...this.#open.values()];
  }

  /** What answers allowed, as rules that hold now. */
  rules(): readonly string[] {
    return [...this.#ofSession, ...(this.#answers?.rules() ?? [])];
  }

  /**
   * Keeps rules that an answer allows, from now on: where they last, so that what is forgotten there holds no longer here either; else for the session.
   * @throws what keeping them beyond the session fails with; they hold for the session then.
   */
  async keep(rules: readonly string[], scope: "session" | AnswerScope): Promise<void> {
    if (rules.length === 0) return;
    try {
      if (scope !== "session" && this.#answers !== undefined) return await this.#answers.keep(scope, rules);
    } catch (error) {
      this.#keepForSession(rules);
      throw error;
    }
    this.#keepForSession(rules);
  }

  #keepForSession(rules: readonly string[]): void {
    for (const rule of rules) this.#ofSession.add(rule);
  }

  /** Does something when all that asked before has its answer. */
  inTurn<Value>(act: () => Value | Promise<Value>): Promise<Value> {
    const turn = this.#last.then(act);
    this.#last = turn.catch(() => {});
    return turn;
  }

  /** Puts a question to whoever is asked and to whoever looks at `open`; the first answer counts. An abort withdraws it. */
  put(question: Question, ask: Ask, signal: AbortSignal): Promise<Reply> {
    const elsewhere = new AbortController();
    const course = ask.nobody === true || signal.aborted ? undefined : this.#course;
    return new Promise((resolve) => {
      const settle = (reply: Reply, by?: string): boolean => {
        if (!this.#open.delete(question.id)) return false;
        signal.removeEventListener("abort", withdraw);
        course?.ended(question, reply, by);
        resolve(reply);
        return true;
      };
      const withdraw = (): void => {
        if (settle({ kind: "withdrawn" })) elsewhere.abort(signal.reason);
      };
      this.#open.set(question.id, {
        question,
        answer(answer, by) {
          if (!settle(answer, by)) return "settled";
          elsewhere.abort();
          return "answered";
        },
      });
      signal.addEventListener("abort", withdraw, { once: true });
      if (signal.aborted) return withdraw();
      course?.asked(question);
      void answerOf(ask, question, elsewhere.signal).then((answer) => settle(answer));
    });
  }
}

const answerOf = async (ask: Ask, question: Question, signal: AbortSignal): Promise<Answer> => {
  try {
    return await ask(question, signal);
  } catch (error) {
    return { kind: "unanswered", reason: `It could not be asked: ${error instanceof Error ? error.message : String(error)}` };
  }
};

const counted = (): (() => string) => {
  let last = 0;
  return () => String((last += 1));
};
