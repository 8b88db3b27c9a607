import type { Question } from "coxswain";
import { shellWord } from "../output/index.ts";

/** The parts of a question that determine how to allow it. */
export type QuestionSummary = Pick<Question, "tool" | "requests" | "offers" | "always">;

/** Maximum number of options. */
const MAX_RULES = 5;

/** Returns one sentence with the command-line options that allow this next time. */
export const allowHint = (questions: readonly QuestionSummary[]): string => {
  const rules = [...new Set(questions.flatMap(({ offers }) => offers))].filter((rule) => shellWord(rule) !== undefined);
  const ways = [
    ...(rules.length === 0
      ? []
      : [
          rules
            .slice(0, MAX_RULES)
            .map((rule) => `--allow ${shellWord(rule)}`)
            .join(" ") + (rules.length > MAX_RULES ? " …" : ""),
        ]),
    ...(questions.every(isEdit) ? ["--mode auto-edit for edits in this folder and commands in the sandbox"] : []),
    ...(questions.every(({ offers }) => offers.length > 0) ? ["--yes for everything"] : []),
  ];
  if (ways.length > 0) return `To allow: ${ways.join(", or ")}.`;
  return questions.some(({ always }) => always === true)
    ? "A hook requires a question: run cox at a terminal, without -p."
    : "This is asked every time: run cox at a terminal, without -p.";
};

/** Returns true if the mode `auto-edit` allows it. */
const isEdit = ({ requests, offers }: QuestionSummary): boolean =>
  offers.length > 0 && requests.every(({ effect, inside, confined }) => (effect === "write" ? inside === true : confined === true));
