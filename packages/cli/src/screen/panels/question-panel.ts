import { matchesKey } from "@earendil-works/pi-tui";
import type { Answer, Question } from "coxswain";
import { fit } from "../blocks/index.ts";
import type { Theme } from "../themes/index.ts";
import type { Panel } from "./panel.ts";
import { type Choice, choicesOf } from "./question-choices.ts";

export interface QuestionPanelOptions {
  readonly question: Question;
  readonly onAnswer: (answer: Answer) => void;
  /** Called if the user wants to type a reason for a denial. */
  readonly onReason: () => void;
}

/** The choices at an open permission question. */
export class QuestionPanel implements Panel {
  readonly #options: QuestionPanelOptions;
  #choices: readonly Choice[];
  /** True if answers save exact rules although there are wider ones. */
  #exact = false;
  #selected = 0;

  constructor(options: QuestionPanelOptions) {
    this.#options = options;
    this.#choices = choicesOf(options.question, false);
  }

  input(data: string): void {
    const count = this.#choices.length;
    if (matchesKey(data, "up")) this.#selected = (this.#selected + count - 1) % count;
    else if (matchesKey(data, "down") || matchesKey(data, "tab")) this.#selected = (this.#selected + 1) % count;
    else if (data === "e" && this.#hasWider) this.#toggle();
    else if (matchesKey(data, "escape")) this.#options.onAnswer({ kind: "deny" });
    else
      this.#take(matchesKey(data, "enter") ? this.#choices[this.#selected] : this.#choices.find(({ key }) => key === data.toLowerCase()));
  }

  rows({ width }: { readonly width: number }, { selected, dim }: Theme): readonly string[] {
    const choices = this.#choices.map(({ key, text }, at) => {
      const row = fit(`  ${key}  ${text}`, width);
      return at === this.#selected ? selected(row) : row;
    });
    const exact = this.#hasWider ? ` · e: ${this.#exact ? "wider" : "exact"} rules` : "";
    return [...choices, dim(fit(`  ↑↓ Enter, or the letter${exact} · Esc denies`, width))];
  }

  get #hasWider(): boolean {
    return (this.#options.question.wider ?? []).length > 0;
  }

  #toggle(): void {
    this.#exact = !this.#exact;
    this.#choices = choicesOf(this.#options.question, this.#exact);
  }

  #take(choice: Choice | undefined): void {
    if (choice === undefined) return;
    if (choice.answer === "reason") this.#options.onReason();
    else this.#options.onAnswer(choice.answer);
  }
}
