import type { UserAnswer, UserQuestion } from "coxswain/tools";
import { escapeLine } from "../../output/index.ts";
import { wrap } from "../blocks/index.ts";
import type { Theme } from "../themes/index.ts";
import { type ChoiceContent, ChoicePanel, type PanelChoice } from "./choice-panel.ts";
import type { Dialog } from "./dialog.ts";
import type { TypingPause } from "./typing-pause.ts";

/** An answer to a question of the model: one of its options, by its index, or the user's own words. */
type TextQuestionAction = { readonly kind: "option"; readonly option: number } | { readonly kind: "type" };

export interface TextQuestionDialogOptions {
  readonly question: UserQuestion;
  readonly pause: TypingPause;
  /** The meaning of Escape in a word. Default: `no answer`. */
  readonly escape?: string;
  /** Empty: the user gives no answer. */
  readonly onAnswer: (answer: UserAnswer) => void;
  /** Gets keys of a user who is still typing something else. */
  readonly onType: (data: string) => void;
  /** Called if another dialog is open, or it shows something else. */
  readonly onChange: () => void;
}

/** The dialog of a question that the model asks. */
export class TextQuestionDialog {
  readonly #options: TextQuestionDialogOptions;
  readonly #panel: ChoicePanel<TextQuestionAction>;
  /** Indexes of the marked options, if the user may choose several. */
  readonly #marked = new Set<number>();
  #dialog: Dialog;

  constructor(options: TextQuestionDialogOptions) {
    const { question, pause, onAnswer, onType } = options;
    const { multiple } = question;
    this.#options = options;
    this.#panel = new ChoicePanel({
      content: ({ width }, theme) => this.#content(width, theme),
      pause,
      onTake: (action) =>
        action.kind === "type" ? this.#type() : multiple === true ? this.#mark(action.option) : this.#answer(action.option),
      onEscape: () => onAnswer([]),
      onType,
      ...(multiple === true
        ? {
            onSpace: (action) => (action.kind === "type" ? this.#type() : this.#mark(action.option)),
            onEnter: (action) => (action.kind === "type" ? this.#type() : this.#confirm()),
          }
        : {}),
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

  get #markedLabels(): UserAnswer {
    return this.#options.question.options.flatMap(({ label }, at) => (this.#marked.has(at) ? [label] : []));
  }

  #answer(option: number): void {
    const label = this.#options.question.options[option]?.label;
    if (label !== undefined) this.#options.onAnswer([label]);
  }

  #mark(option: number): void {
    if (!this.#marked.delete(option)) this.#marked.add(option);
    this.#options.onChange();
  }

  /** Without a mark there is nothing to confirm: Escape is the key for no answer. */
  #confirm(): void {
    if (this.#marked.size > 0) this.#options.onAnswer(this.#markedLabels);
  }

  #type(): void {
    const take = (text: string | undefined): void => {
      if (text === undefined || text === "") this.#set({ kind: "panel", panel: this.#panel });
      else this.#options.onAnswer([...this.#markedLabels, text]);
    };
    this.#set({ kind: "text", title: "Answer", take });
  }

  #set(dialog: Dialog): void {
    this.#dialog = dialog;
    this.#options.onChange();
  }

  #content(width: number, { strong }: Theme): ChoiceContent<TextQuestionAction> {
    const { question, multiple, position } = this.#options.question;
    const number = position === undefined ? "" : `${position.number} of ${position.of}: `;
    const [title = "", ...body] = wrap(`${number}${escapeLine(question)}`, width);
    return {
      title,
      body: body.map((row) => strong(row)),
      notes: [],
      choices: this.#choices(),
      tools: [],
      escape: this.#options.escape ?? "no answer",
      wraps: true,
      ...(multiple === true ? { help: this.#marked.size === 0 ? "Space marks" : "Space marks · Enter answers" } : {}),
    };
  }

  /** The answers by number, and last the user's own words. */
  #choices(): readonly PanelChoice<TextQuestionAction>[] {
    const { options, multiple } = this.#options.question;
    const mark = (at: number): string => (multiple === true ? `${this.#marked.has(at) ? "[x]" : "[ ]"} ` : "");
    return [
      ...options.map(({ label, description = "" }, at) => ({
        key: String(at + 1),
        text: `${mark(at)}${escapeLine(label)}${description.trim() === "" ? "" : ` - ${escapeLine(description)}`}`,
        action: { kind: "option", option: at } as const,
      })),
      { key: "t", text: "Type an answer", action: { kind: "type" } },
    ];
  }
}
