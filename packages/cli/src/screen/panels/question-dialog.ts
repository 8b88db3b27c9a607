import type { Event, Question } from "coxswain";

import type { UserAnswer, UserQuestion } from "coxswain/tools";
import type { FrameTimer } from "../terminal/index.ts";
import type { Theme } from "../themes/index.ts";
import { CallBatches } from "./call-batches.ts";
import type { Dialog } from "./dialog.ts";
import type { OpenQuestions } from "./open-questions.ts";
import type { OpenTextQuestions } from "./open-text-questions.ts";
import { PermissionDialog } from "./permission-dialog.ts";
import type { QuestionPreview } from "./question-rows.ts";
import { TypingPause } from "./typing-pause.ts";
import { TextQuestionDialog } from "./text-question-dialog.ts";

export interface QuestionDialogOptions {
  /** Returns the session's folder, absolute. */
  readonly cwd: () => string;
  /** Returns why an answer cannot save these rules; undefined if it can. Default: the user cannot edit rules. */
  readonly ruleFault?: (question: Question, rules: readonly string[]) => string | undefined;
  /** Returns the task of a sub-agent, by its session, if it is known. Not escaped. */
  readonly taskOf: (agent: string) => string | undefined;
  /** The meaning of Escape in a word, if the owner of the dialog handles it. Default: it denies a call, or gives no answer. */
  readonly escape?: string;
  readonly questions: OpenQuestions;
  /** Questions of the model. */
  readonly textQuestions: OpenTextQuestions;
  readonly timer: FrameTimer;
  /** Returns the effect of a call that is asked about. */
  readonly preview: (question: Question) => Promise<QuestionPreview>;
  /** Rows of the terminal. */
  readonly rows: () => number;
  /** Shows rows in the transcript, as wide as it is. */
  readonly show: (render: (width: number, theme: Theme) => readonly string[]) => void;
  /** Gets keys of a user who is still typing something else. */
  readonly onType: (data: string) => void;
  /** Called if another dialog is open, or none. */
  readonly onChange: () => void;
}

/** The dialog of the first open question: of a permission, else of the model. It opens in a pause of the user's typing. */
export class QuestionDialog {
  readonly #options: QuestionDialogOptions;
  readonly #pause: TypingPause;
  readonly #batches = new CallBatches();
  #open: { readonly about: Question | UserQuestion; readonly shown: PermissionDialog | TextQuestionDialog | undefined } | undefined;
  #stopWaiting: (() => void) | undefined;

  constructor(options: QuestionDialogOptions) {
    this.#options = options;
    this.#pause = new TypingPause(options.timer);
  }

  /** Undefined also while a question waits for a pause. */
  get current(): Dialog | undefined {
    const shown = this.#open?.shown;
    return shown === undefined || this.isWaiting ? undefined : shown.dialog;
  }

  /** True if a question waits for a pause in the user's typing. */
  get isWaiting(): boolean {
    const shown = this.#open?.shown;
    return shown !== undefined && !shown.takesKeys && this.#pause.phase === "typing";
  }

  /** Shows the questions from now on. */
  start(): void {
    const { questions, textQuestions } = this.#options;
    questions.onChange = () => this.#show();
    textQuestions.onChange = () => this.#show();
    this.#show();
  }

  stop(): void {
    const { questions, textQuestions } = this.#options;
    questions.onChange = () => {};
    textQuestions.onChange = () => {};
    this.#stopWaiting?.();
  }

  /** Applies an event of the session or one of its agents. */
  apply(event: Event): void {
    this.#batches.apply(event);
  }

  /** The user has pressed a key for something else. */
  typed(): void {
    this.#pause.typed();
    this.#wait();
  }

  #show(): void {
    const { questions, textQuestions, onChange } = this.#options;
    const { first } = questions;
    const about = first ?? textQuestions.first;
    if (about === this.#open?.about) return;
    this.#open = undefined;
    const advance = first === undefined ? undefined : this.#batches.answerTo(first);
    if (advance !== undefined) return questions.answer(advance);
    if (about !== undefined) this.#open = { about, shown: undefined };
    onChange();
    if (first !== undefined) void this.#showPermission(first);
    else if (textQuestions.first !== undefined) this.#showTextQuestion(textQuestions.first);
  }

  async #showPermission(question: Question): Promise<void> {
    const { cwd, taskOf, escape, ruleFault, questions, preview, rows, show, onType, onChange } = this.#options;
    try {
      const shown = await preview(question);
      if (questions.first !== question) return;
      const dialog = new PermissionDialog({
        question,
        preview: shown,
        previewOf: preview,
        batches: this.#batches,
        pause: this.#pause,
        cwd: cwd(),
        taskOf,
        ...(escape === undefined ? {} : { escape }),
        onAnswer: (answer) => {
          this.#pause.answered();
          questions.answer(answer);
        },
        ...(ruleFault === undefined ? {} : { ruleFault: (rules) => ruleFault(question, rules) }),
        show,
        onType,
        onChange,
      });
      this.#set(question, dialog);
      if (dialog.isLong(rows())) await dialog.view();
    } catch (error) {
      if (questions.first === question) questions.answer({ kind: "deny", reason: error instanceof Error ? error.message : String(error) });
    }
  }

  #showTextQuestion(question: UserQuestion): void {
    const { textQuestions, escape, onType, onChange } = this.#options;
    const onAnswer = (answer: UserAnswer): void => {
      this.#pause.answered();
      textQuestions.answer(answer);
    };
    this.#set(
      question,
      new TextQuestionDialog({ question, pause: this.#pause, onAnswer, onType, onChange, ...(escape === undefined ? {} : { escape }) }),
    );
  }

  #set(about: Question | UserQuestion, shown: PermissionDialog | TextQuestionDialog): void {
    this.#open = { about, shown };
    this.#wait();
    this.#options.onChange();
  }

  /** Draws the question again at each step from the user's typing to its answers. */
  #wait(): void {
    this.#stopWaiting?.();
    this.#stopWaiting = undefined;
    const shown = this.#open?.shown;
    if (shown === undefined || shown.takesKeys) return;
    this.#stopWaiting = this.#options.timer.after(this.#pause.remaining, () => {
      this.#options.onChange();
      this.#wait();
    });
  }
}
