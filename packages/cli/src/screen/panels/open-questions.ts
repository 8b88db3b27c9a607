import type { Answer, Question } from "coxswain";
import type { UserQuestion } from "coxswain/tools";
import { AskQueue } from "./ask-queue.ts";

/** Questions that wait for the user, each kind in the order in which they were asked. */
export class OpenQuestions {
  readonly #permissions = new AskQueue<Question, Answer>({ kind: "deny" });
  readonly #user = new AskQueue<UserQuestion, string | undefined>(undefined);

  /** Asks for a permission. The signal withdraws the question. */
  readonly ask = this.#permissions.ask;

  /** Asks a question of the model. Undefined: the user gives no answer. */
  readonly askUser = this.#user.ask;

  /** Called when the first question of a kind changes. */
  set onChange(listener: () => void) {
    this.#permissions.onChange = listener;
    this.#user.onChange = listener;
  }

  /** The first permission question. */
  get first(): Question | undefined {
    return this.#permissions.first;
  }

  /** The first question of the model. */
  get firstOfUser(): UserQuestion | undefined {
    return this.#user.first;
  }

  /** Answers the first permission question. */
  answer(answer: Answer): void {
    this.#permissions.answer(answer);
  }

  /** Answers the first question of the model. */
  answerUser(answer: string | undefined): void {
    this.#user.answer(answer);
  }
}
