import type { Question } from "coxswain";
import type { Dialog } from "./dialog.ts";
import type { OpenQuestions } from "./open-questions.ts";
import { QuestionPanel } from "./question-panel.ts";

export interface QuestionDialogOptions {
  readonly questions: OpenQuestions;
  /** Formats what must be seen before a question is answered. */
  readonly text: (question: Question) => Promise<string>;
  /** Prints the text of a question. */
  readonly print: (rows: readonly string[]) => void;
  /** Called if another dialog is open, or none. */
  readonly onChange: () => void;
}

/** The dialog of the first open permission question. Its text is printed before the choices are shown. */
export class QuestionDialog {
  readonly #options: QuestionDialogOptions;
  #open: { readonly id: string; readonly dialog: Dialog } | undefined;

  constructor(options: QuestionDialogOptions) {
    this.#options = options;
  }

  get current(): Dialog | undefined {
    return this.#open?.dialog;
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
    const { questions, text } = this.#options;
    const { first } = questions;
    if (first !== undefined && first.id === this.#open?.id) return;
    this.#open = undefined;
    this.#options.onChange();
    if (first === undefined) return;
    text(first).then(
      (shown) => {
        if (questions.first?.id !== first.id) return;
        this.#options.print(shown.trimEnd().split("\n"));
        this.#choose(first);
      },
      (error: unknown) => questions.answer({ kind: "deny", reason: error instanceof Error ? error.message : String(error) }),
    );
  }

  #choose(question: Question): void {
    const { questions } = this.#options;
    const panel = new QuestionPanel({
      question,
      onAnswer: (answer) => questions.answer(answer),
      onReason: () => this.#set(question, this.#reason(question)),
    });
    this.#set(question, { kind: "panel", panel });
  }

  #reason(question: Question): Dialog {
    const take = (text: string | undefined): void => {
      if (text === undefined) this.#choose(question);
      else this.#options.questions.answer({ kind: "deny", ...(text === "" ? {} : { reason: text }) });
    };
    return { kind: "text", title: "Reason", take };
  }

  #set({ id }: Question, dialog: Dialog): void {
    this.#open = { id, dialog };
    this.#options.onChange();
  }
}
