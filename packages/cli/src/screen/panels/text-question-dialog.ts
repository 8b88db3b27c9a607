import type { UserQuestion } from "coxswain/tools";
import { escapeLine, exactLines } from "../../output/index.ts";
import { wrap } from "../blocks/index.ts";
import { type ChoiceContent, ChoicePanel, type PanelChoice } from "./choice-panel.ts";
import type { Dialog } from "./dialog.ts";
import type { TypingPause } from "./typing-pause.ts";

/** An answer to a question of the model: one of its options, or the user's own words. */
export type TextQuestionAction = { readonly kind: "option"; readonly answer: string } | { readonly kind: "type" };

export interface TextQuestionDialogOptions {
  readonly question: UserQuestion;
  readonly pause: TypingPause;
  /** Undefined: the user gives no answer. */
  readonly onAnswer: (answer: string | undefined) => void;
  /** Gets keys of a user who is still typing something else. */
  readonly onType: (data: string) => void;
  /** Called if another dialog is open. */
  readonly onChange: () => void;
}

/** The answers to a question of the model, by number. */
const textQuestionChoices = ({ options }: UserQuestion): readonly PanelChoice<TextQuestionAction>[] => [
  ...options.map(({ label, description = "" }, at) => ({
    key: String(at + 1),
    text: `${escapeLine(label)}${description.trim() === "" ? "" : ` - ${escapeLine(description)}`}`,
    action: { kind: "option", answer: label } as const,
  })),
  { key: "t", text: "Type an answer", action: { kind: "type" } },
];

/** The dialog of a question that the model asks. */
export class TextQuestionDialog {
  readonly #options: TextQuestionDialogOptions;
  readonly #panel: ChoicePanel<TextQuestionAction>;
  #dialog: Dialog;

  constructor(options: TextQuestionDialogOptions) {
    const { question, pause, onAnswer, onType } = options;
    this.#options = options;
    this.#panel = new ChoicePanel({
      content: ({ width }) => textQuestionContent(question, width),
      pause,
      onTake: (action) => (action.kind === "option" ? onAnswer(action.answer) : this.#type()),
      onEscape: () => onAnswer(undefined),
      onType,
    });
    this.#dialog = { kind: "panel", panel: this.#panel };
  }

  get dialog(): Dialog {
    return this.#dialog;
  }

  /** True once keys answer the question. */
  get takesKeys(): boolean {
    return this.#panel.takesKeys;
  }

  #type(): void {
    const take = (text: string | undefined): void => {
      if (text === undefined || text === "") this.#set({ kind: "panel", panel: this.#panel });
      else this.#options.onAnswer(text);
    };
    this.#set({ kind: "text", title: "Answer", take });
  }

  #set(dialog: Dialog): void {
    this.#dialog = dialog;
    this.#options.onChange();
  }
}

/** The body also shows the options that are too long for a row. */
const textQuestionContent = (question: UserQuestion, width: number): ChoiceContent<TextQuestionAction> => {
  const choices = textQuestionChoices(question);
  const [title = "", ...more] = wrap(escapeLine(question.question), width);
  const long = choices.filter(({ text }) => text.length + 5 > width);
  return {
    title,
    body: [...more, ...long.flatMap(({ key, text }) => exactLines(text, { columns: width + 1, margin: `  ${key} ` }))],
    notes: [],
    choices,
    tools: [],
    escape: "no answer",
  };
};
