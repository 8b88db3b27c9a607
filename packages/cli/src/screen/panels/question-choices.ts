import type { Answer, Question } from "coxswain";
import { escapeLine } from "../../output/index.ts";
import { readableRule } from "../../terminal/index.ts";

/** A choice at a permission question. `reason`: the user types why not. */
export interface Choice {
  readonly key: string;
  readonly text: string;
  readonly answer: Answer | "reason";
}

/** Rules that an answer saves. */
type Offers = Pick<Question, "offers" | "wider">;

/** Returns the choices at a question. `exact`: answers save exact rules although there are wider ones. */
export const choicesOf = ({ offers, wider = [] }: Offers, exact: boolean): readonly Choice[] => {
  const rules = exact || wider.length === 0 ? offers : wider;
  const shown = rules.length === 1 ? `: ${escapeLine(readableRule(rules[0] ?? ""))}` : "";
  const saving = (key: string, text: string, kind: "session" | "project" | "always"): Choice => ({
    key,
    text: `${text}${shown}`,
    answer: { kind, rules },
  });
  return [
    { key: "y", text: "Yes, once", answer: { kind: "once" } },
    ...(rules.length === 0
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
