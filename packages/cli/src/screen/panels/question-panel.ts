import { matchesKey } from "@earendil-works/pi-tui";
import type { Answer, Question } from "coxswain";
import { fit } from "../blocks/index.ts";
import type { Theme } from "../themes/index.ts";
import type { Panel } from "./panel.ts";

/** A choice at a permission question. `reason`: the user types why not. */
interface Choice {
  readonly key: string;
  readonly text: string;
  readonly answer: Answer | "reason";
}

export interface QuestionPanelOptions {
  readonly question: Question;
  readonly onAnswer: (answer: Answer) => void;
  /** Called if the user wants to type a reason for a denial. */
  readonly onReason: () => void;
}

/** The choices at an open permission question. */
export class QuestionPanel implements Panel {
  readonly #options: QuestionPanelOptions;
  readonly #choices: readonly Choice[];
  #selected = 0;

  constructor(options: QuestionPanelOptions) {
    this.#options = options;
    this.#choices = choicesOf(options.question);
  }

  input(data: string): void {
    const count = this.#choices.length;
    if (matchesKey(data, "up")) this.#selected = (this.#selected + count - 1) % count;
    else if (matchesKey(data, "down") || matchesKey(data, "tab")) this.#selected = (this.#selected + 1) % count;
    else if (matchesKey(data, "escape")) this.#options.onAnswer({ kind: "deny" });
    else
      this.#take(matchesKey(data, "enter") ? this.#choices[this.#selected] : this.#choices.find(({ key }) => key === data.toLowerCase()));
  }

  rows({ width }: { readonly width: number }, { selected, dim }: Theme): readonly string[] {
    const choices = this.#choices.map(({ key, text }, at) => {
      const row = fit(`  ${key}  ${text}`, width);
      return at === this.#selected ? selected(row) : row;
    });
    return [...choices, dim(fit("  ↑↓ Enter, or the letter · Esc denies", width))];
  }

  #take(choice: Choice | undefined): void {
    if (choice === undefined) return;
    if (choice.answer === "reason") this.#options.onReason();
    else this.#options.onAnswer(choice.answer);
  }
}

const choicesOf = ({ offers }: Question): readonly Choice[] => [
  { key: "y", text: "Yes, once", answer: { kind: "once" } },
  ...(offers.length === 0
    ? []
    : ([
        { key: "s", text: "Yes, and in this session", answer: { kind: "session" } },
        { key: "p", text: "Yes, and in this project", answer: { kind: "project" } },
        { key: "a", text: "Yes, and always", answer: { kind: "always" } },
      ] as const)),
  { key: "n", text: "No", answer: { kind: "deny" } },
  { key: "r", text: "No, with a reason", answer: "reason" },
];
