import type { UserQuestion } from "coxswain/tools";
import type { Dialogs } from "./dialogs.ts";
import type { OpenTextQuestions } from "./open-text-questions.ts";

export interface TextQuestionDialogOptions {
  readonly questions: OpenTextQuestions;
  /** Shows the suggested answers, and takes the user's own words. */
  readonly dialogs: Dialogs;
  /** Prints a text of any content. */
  readonly print: (text: string) => void;
}

/** The dialog of the model's first open question: the question is printed, its suggested answers are a list. */
export class TextQuestionDialog {
  readonly #options: TextQuestionDialogOptions;
  #shown: UserQuestion | undefined;

  constructor(options: TextQuestionDialogOptions) {
    this.#options = options;
  }

  /** Shows the questions from now on. */
  start(): void {
    this.#options.questions.onChange = () => this.#show();
    this.#show();
  }

  stop(): void {
    this.#options.questions.onChange = () => {};
  }

  #show(): void {
    const { questions, dialogs } = this.#options;
    const { first } = questions;
    if (first === this.#shown) return;
    // A withdrawn question leaves its dialog open.
    if (this.#shown !== undefined) dialogs.close();
    this.#shown = first;
    if (first !== undefined) void this.#ask(first);
  }

  async #ask(question: UserQuestion): Promise<void> {
    const { questions, dialogs, print } = this.#options;
    print(`? ${question.question}`);
    const items = question.options.map(({ label, description = "" }) => ({ label, note: description, value: label }));
    const chosen = await dialogs.choose<string | null>({
      title: "Answer",
      items: [...items, { label: "Other: type an answer", value: null }],
    });
    const answer = chosen === null ? await dialogs.read("Answer") : chosen;
    if (questions.first !== question) return;
    this.#shown = undefined;
    print(answer === undefined || answer === "" ? "No answer" : `Answered: ${answer}`);
    questions.answer(answer);
  }
}
