import { matchesKey } from "@earendil-works/pi-tui";
import type { Answer, Question } from "coxswain";
import { fit } from "../blocks/index.ts";
import type { Theme } from "../themes/index.ts";

/** A choice at a permission question. */
interface Choice {
  readonly key: string;
  readonly text: string;
  readonly answer: Answer | "reason";
}

/** The choices at an open permission question. */
export class QuestionPanel {
  readonly question: Question;
  readonly #choices: readonly Choice[];
  #selected = 0;

  constructor(question: Question) {
    this.question = question;
    this.#choices = choicesOf(question);
  }

  /** Returns the answer that a key gives, `reason` if a reason must be typed first, or undefined if it gives none. */
  input(data: string): Answer | "reason" | undefined {
    const count = this.#choices.length;
    if (matchesKey(data, "up") || matchesKey(data, "left")) this.#selected = (this.#selected + count - 1) % count;
    else if (matchesKey(data, "down") || matchesKey(data, "right") || matchesKey(data, "tab"))
      this.#selected = (this.#selected + 1) % count;
    else if (matchesKey(data, "enter")) return this.#choices[this.#selected]?.answer;
    else if (matchesKey(data, "escape")) return { kind: "deny" };
    else return this.#choices.find(({ key }) => key === data.toLowerCase())?.answer;
    return undefined;
  }

  rows(width: number, { selected, dim }: Theme): readonly string[] {
    return this.#choices
      .map(({ key, text }, at) => {
        const row = fit(`  ${key}  ${text}`, width);
        return at === this.#selected ? selected(row) : `${row}`;
      })
      .concat(dim(fit("  ↑↓ Enter or the letter · Esc denies", width)));
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
