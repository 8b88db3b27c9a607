import type { Answer, Question } from "coxswain";
import type { UserAnswer, UserQuestion } from "coxswain/tools";
import { escapeLine } from "../../output/index.ts";
import { typedUserAnswer } from "../../terminal/index.ts";
import { type Choice, choicesOf } from "../panels/index.ts";
import type { AskLine } from "./conversations.ts";

/** Prints lines above the next prompt. They are escaped. */
export type PrintLines = (lines: readonly string[]) => void;

/**
 * Shows the choices of a permission question, and asks until one of them is typed: its number or its letter alone,
 * or `n` with a reason. Nothing else answers, so that a message typed to the model allows nothing. Undefined: the question was
 * withdrawn.
 */
export const choosePermission = async (question: Question, ask: AskLine, print: PrintLines): Promise<Answer | undefined> => {
  const choices = permissionChoices(question);
  print(choices.map(({ key, text }, at) => `  ${at + 1} or ${key}: ${text}`));
  while (true) {
    const typed = (await ask(`Answer, 1 to ${choices.length}: `))?.trim();
    if (typed === undefined) return undefined;
    const [, reason] = /^n\s+(\S.*)$/is.exec(typed) ?? [];
    if (reason !== undefined) return { kind: "deny", reason };
    const choice = numbered(choices, typed) ?? choices.find(({ key }) => key === typed.toLowerCase());
    if (choice === undefined) print([`Not one of the answers. Type a number from 1 to ${choices.length}, or n and the reason to deny.`]);
    else if (choice.answer !== "reason") return choice.answer;
    else {
      const text = (await ask("Reason: "))?.trim();
      return { kind: "deny", ...(text === undefined || text === "" ? {} : { reason: text }) };
    }
  }
};

/** The choices, with those that save exact rules where there are wider ones. */
const permissionChoices = (question: Question): readonly Choice[] => {
  const choices = choicesOf(question, false);
  if ((question.wider ?? []).length === 0) return choices;
  const saves = ({ answer }: Choice): boolean => typeof answer === "object" && "rules" in answer;
  const exact = choicesOf(question, true).filter(saves);
  const last = choices.findLastIndex(saves);
  return [
    ...choices.slice(0, last + 1),
    ...exact.map(({ key, text, answer }) => ({ key: `${key}e`, text: `Exactly that: ${text}`, answer })),
    ...choices.slice(last + 1),
  ];
};

/** Asks a question of the model. The user types numbers or other words; an empty line skips the question. */
export const answerQuestion = async (asked: UserQuestion, ask: AskLine, print: PrintLines): Promise<UserAnswer> => {
  const { question, options, multiple, position } = asked;
  print([
    "",
    `? ${position === undefined ? "" : `${position.number} of ${position.of}: `}${escapeLine(question)}`,
    ...options.map(({ label, description = "" }, at) => {
      const meaning = escapeLine(description);
      return `  ${at + 1}: ${escapeLine(label)}${meaning === "" ? "" : `. ${meaning}`}`;
    }),
  ]);
  const several = multiple === true ? "several with commas between, " : "";
  return typedUserAnswer(asked, (await ask(`Answer, 1 to ${options.length}, ${several}or your own words; Enter for no answer: `)) ?? "");
};

/** Returns the item with a typed number, which counts from 1. Other notations of a number choose nothing. */
export const numbered = <Item>(items: readonly Item[], typed: string): Item | undefined =>
  /^[1-9]\d*$/.test(typed) ? items[Number(typed) - 1] : undefined;
