import { matchesKey } from "@earendil-works/pi-tui";
import type { Answer, Question } from "coxswain";
import { escapeLine } from "../../output/index.ts";
import { readableRule } from "../../terminal/index.ts";
import { fit } from "../blocks/index.ts";
import type { Theme } from "../themes/index.ts";
import type { Panel } from "./panel.ts";

/** A choice at a permission question. `reason`: the user types why not. */
interface Choice {
  readonly key: string;
  readonly text: string;
  readonly answer: Answer | "reason";
}

/** Rules that an answer saves. */
type Offers = Pick<Question, "offers" | "wider">;

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

const choicesOf = ({ offers, wider = [] }: Offers, exact: boolean): readonly Choice[] => {
  const rules = exact || wider.length === 0 ? offers : wider;
  const shown = rules.length === 1 ? `: ${escapeLine(readableRule(rules[0] ?? ""))}` : "";
  const saving = (key: string, text: string, kind: "session" | "project" | "always"): Choice => ({
    key,
    text: `${text}${shown}`,
    answer: { kind, rules },
  });
  return [
    { key: "y", text: "Yes, once", answer: { kind: "once" } },
    ...(offers.length === 0
      ? []
      : [
          saving("s", "Yes, in this session", "session"),
          saving("p", "Yes, in this project", "project"),
          saving("a", "Yes, always", "always"),
        ]),
    { key: "n", text: "No", answer: { kind: "deny" } },
    { key: "r", text: "No, with a reason", answer: "reason" },
  ];
};
