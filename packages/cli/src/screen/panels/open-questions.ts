import type { Answer, Ask, Question } from "coxswain";

interface OpenQuestion {
  readonly question: Question;
  answer(answer: Answer): void;
}

/** Permission questions that wait for the user, in the order in which they were asked. */
export class OpenQuestions {
  readonly #open: OpenQuestion[] = [];
  /** Called when the first question changes. */
  onChange: () => void = () => {};

  get first(): Question | undefined {
    return this.#open[0]?.question;
  }

  /** Asks a question. The signal withdraws it. */
  readonly ask: Ask = (question, signal) => {
    const { promise, resolve } = Promise.withResolvers<Answer>();
    const one: OpenQuestion = { question, answer: resolve };
    const withdraw = (): void => {
      this.#remove(one);
      resolve({ kind: "deny" });
    };
    if (signal.aborted) return Promise.resolve({ kind: "deny" });
    signal.addEventListener("abort", withdraw, { once: true });
    this.#open.push(one);
    this.onChange();
    return promise.finally(() => signal.removeEventListener("abort", withdraw));
  };

  /** Answers the first question. */
  answer(answer: Answer): void {
    const first = this.#open[0];
    if (first === undefined) return;
    this.#remove(first);
    first.answer(answer);
  }

  #remove(one: OpenQuestion): void {
    const at = this.#open.indexOf(one);
    if (at < 0) return;
    this.#open.splice(at, 1);
    this.onChange();
  }
}
