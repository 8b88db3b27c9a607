import type { Answer, AnswerScope, Ask, Question, SavedAnswers } from "./question.ts";

/** End of a question: an answer, or `withdrawn` because the run was aborted. */
export type Reply = Answer | { readonly kind: "withdrawn" };

/** A question that waits for its answer. */
export interface OpenQuestion {
  readonly question: Question;
  /** `settled`: it was answered or withdrawn before, and this answer is ignored. `by`: any name of the answerer. */
  answer(answer: Answer, by?: string): "answered" | "settled";
  /**
   * Judges the call again, for example in another permission mode. Ends the question if the policy now allows or denies the
   * call. Returns whether the question has ended.
   */
  review(): boolean;
  /** Returns why an answer cannot save these rules, as one clause; undefined if it can. */
  ruleFault(rules: readonly string[]): string | undefined;
}

/** Judges an open question by the policy. */
export interface QuestionJudge {
  /** Returns the answer if the policy no longer asks, else undefined. */
  review(): Answer | undefined;
  ruleFault(rules: readonly string[]): string | undefined;
}

/** Observes each question that a user may answer: when it is asked, and when it ends. */
export interface QuestionObserver {
  asked(question: Question): void;
  /** `by`: the answerer, if it was given. */
  ended(question: Question, reply: Reply, by: string | undefined): void;
}

export interface QuestionQueueOptions {
  /** Answers that outlive the session. Default: none. */
  readonly answers?: SavedAnswers | undefined;
  /** Creates ids of questions. Default: numbers. */
  readonly mint?: () => string;
  /** Default: none. */
  readonly observer?: QuestionObserver | undefined;
}

/**
 * Permission questions of all agents of one tree. Questions are asked one at a time, the first answer counts, and saved
 * rules apply to all agents.
 */
export class QuestionQueue {
  readonly mint: () => string;
  /** True if everything that the policies leave open is allowed, without a question. */
  allowsOpen = false;
  readonly #answers: SavedAnswers | undefined;
  readonly #observer: QuestionObserver | undefined;
  readonly #sessionRules = new Set<string>();
  readonly #open = new Map<string, OpenQuestion>();
  #last: Promise<unknown> = Promise.resolve();

  constructor({ answers, mint = counter(), observer }: QuestionQueueOptions = {}) {
    this.#answers = answers;
    this.#observer = observer;
    this.mint = mint;
  }

  /** The questions that wait for an answer. */
  get open(): readonly OpenQuestion[] {
    return [...this.#open.values()];
  }

  /** The rules of saved answers that apply now. */
  rules(): readonly string[] {
    return [...this.#sessionRules, ...(this.#answers?.rules() ?? [])];
  }

  /**
   * Saves the rules of an answer: in the saved answers, so that a rule removed there no longer applies here, or else for the
   * session.
   * @throws errors of the saved answers; the rules then apply to the session.
   */
  async save(rules: readonly string[], scope: "session" | AnswerScope): Promise<void> {
    if (rules.length === 0) return;
    try {
      if (scope !== "session" && this.#answers !== undefined) return await this.#answers.save(scope, rules);
    } catch (error) {
      this.#saveForSession(rules);
      throw error;
    }
    this.#saveForSession(rules);
  }

  #saveForSession(rules: readonly string[]): void {
    for (const rule of rules) this.#sessionRules.add(rule);
  }

  /** Calls a function after all earlier questions have an answer. */
  enqueue<Value>(act: () => Value | Promise<Value>): Promise<Value> {
    const turn = this.#last.then(act);
    this.#last = turn.catch(() => {});
    return turn;
  }

  /** Asks a question through `ask` and adds it to `open`; the first answer counts. An abort withdraws it. */
  ask(question: Question, ask: Ask, signal: AbortSignal, judging: QuestionJudge): Promise<Reply> {
    const withdrawal = new AbortController();
    const course = ask.nonInteractive === true || signal.aborted ? undefined : this.#observer;
    return new Promise((resolve) => {
      const settle = (reply: Reply, by?: string): boolean => {
        if (!this.#open.delete(question.id)) return false;
        signal.removeEventListener("abort", withdraw);
        course?.ended(question, reply, by);
        resolve(reply);
        return true;
      };
      const withdraw = (): void => {
        if (settle({ kind: "withdrawn" })) withdrawal.abort(signal.reason);
      };
      this.#open.set(question.id, {
        question,
        answer(answer, by) {
          if (!settle(answer, by)) return "settled";
          withdrawal.abort();
          return "answered";
        },
        review: () => {
          const reply = judging.review();
          if (reply === undefined) return !this.#open.has(question.id);
          if (settle(reply, BY_POLICY)) withdrawal.abort();
          return true;
        },
        ruleFault: (rules) => judging.ruleFault(rules),
      });
      signal.addEventListener("abort", withdraw, { once: true });
      if (signal.aborted) return withdraw();
      course?.asked(question);
      void answerOf(ask, question, withdrawal.signal).then((answer) => settle(answer));
    });
  }
}

/** Name of the answerer of a question that the policy no longer asks. */
const BY_POLICY = "policy";

const answerOf = async (ask: Ask, question: Question, signal: AbortSignal): Promise<Answer> => {
  try {
    return await ask(question, signal);
  } catch (error) {
    return { kind: "unanswered", reason: `The question failed: ${error instanceof Error ? error.message : String(error)}` };
  }
};

const counter = (): (() => string) => {
  let last = 0;
  return () => String((last += 1));
};
