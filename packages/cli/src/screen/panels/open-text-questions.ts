import type { AskUser, UserAnswer, UserQuestion } from "coxswain/tools";

interface OpenTextQuestion {
  readonly question: UserQuestion;
  answer(answer: UserAnswer): void;
}

/** Questions of the model that wait for the user, in the order in which they were asked. */
export class OpenTextQuestions {
  readonly #open: OpenTextQuestion[] = [];
  /** Called when the first question changes. */
  onChange: () => void = () => {};

  get first(): UserQuestion | undefined {
    return this.#open[0]?.question;
  }

  /** Asks a question. The signal withdraws it. */
  readonly ask: AskUser = (question, signal) => {
    if (signal.aborted) return Promise.resolve([]);
    const { promise, resolve } = Promise.withResolvers<UserAnswer>();
    const one: OpenTextQuestion = { question, answer: resolve };
    const withdraw = (): void => {
      this.#remove(one);
      resolve([]);
    };
    signal.addEventListener("abort", withdraw, { once: true });
    this.#open.push(one);
    this.#changed(this.#open.length === 1);
    return promise.finally(() => signal.removeEventListener("abort", withdraw));
  };

  /** Answers the first question with labels or other words. Empty: the user gives no answer. */
  answer(answer: UserAnswer): void {
    const first = this.#open[0];
    if (first === undefined) return;
    this.#remove(first);
    first.answer(answer);
  }

  #remove(one: OpenTextQuestion): void {
    const at = this.#open.indexOf(one);
    if (at < 0) return;
    this.#open.splice(at, 1);
    this.#changed(at === 0);
  }

  #changed(isFirst: boolean): void {
    if (isFirst) this.onChange();
  }
}
