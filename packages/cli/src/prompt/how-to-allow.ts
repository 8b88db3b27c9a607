import type { Question } from "coxswain";
import { shellWord } from "../output/index.ts";

/** What was asked, as far as it says how it can be allowed. */
export type Unanswered = Pick<Question, "tool" | "requests" | "offers" | "always">;

/** Options that are named. */
const FEW = 5;

/** One sentence for a person: the options of the command line that allow this the next time. */
export const howToAllow = (questions: readonly Unanswered[]): string => {
  const rules = [...new Set(questions.flatMap(({ offers }) => offers))].filter((rule) => shellWord(rule) !== undefined);
  const ways = [
    ...(rules.length === 0
      ? []
      : [
          rules
            .slice(0, FEW)
            .map((rule) => `--allow ${shellWord(rule)}`)
            .join(" ") + (rules.length > FEW ? " …" : ""),
        ]),
    ...(questions.every(isEdit) ? ["--mode auto-edit for edits in this folder and commands in the sandbox"] : []),
    ...(questions.every(({ offers }) => offers.length > 0) ? ["--yes for everything"] : []),
  ];
  if (ways.length > 0) return `To allow: ${ways.join(", or ")}.`;
  return questions.some(({ always }) => always === true)
    ? "A hook wants it to be asked in any case: run cox at a terminal, without -p."
    : "It is to be decided when it comes up: run cox at a terminal, without -p.";
};

/** What the mode `auto-edit` allows. */
const isEdit = ({ requests, offers }: Unanswered): boolean =>
  offers.length > 0 && requests.every(({ effect, inside, confined }) => (effect === "write" ? inside === true : confined === true));
