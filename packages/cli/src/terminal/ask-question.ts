import type { AskUser, UserAnswer, UserQuestion } from "coxswain/tools";
import { escapeLine } from "../output/index.ts";
import type { TerminalAsker } from "./terminal-asker.ts";

/** Asks a model's questions at the terminal. */
export const askQuestion =
  (asker: TerminalAsker): AskUser =>
  async (question, signal) =>
    typedUserAnswer(question, (await asker.ask(questionText(question), signal)) ?? "");

/**
 * Reads a typed answer: the number of an option, other words, or nothing. For a question with several answers also numbers with commas
 * between them.
 */
export const typedUserAnswer = ({ options, multiple }: UserQuestion, typed: string): UserAnswer => {
  const text = typed.trim();
  if (text === "") return [];
  const parts = multiple === true ? text.split(/[\s,]+/).filter((part) => part !== "") : [text];
  const labels = parts.flatMap((part) => (/^[1-9]\d*$/.test(part) ? (options[Number(part) - 1]?.label ?? []) : []));
  return labels.length > 0 && labels.length === parts.length ? [...new Set(labels)] : [text];
};

/** Formats a question for the terminal. */
const questionText = ({ question, options, multiple, position }: UserQuestion): string =>
  [
    "",
    `? ${position === undefined ? "" : `${position.number} of ${position.of}: `}${escapeLine(question)}`,
    ...options.map(({ label, description }, at) => `  ${at + 1}. ${escapeLine(label)}${meaning(description)}`),
    `Answer 1-${options.length}, ${multiple === true ? "several with commas, " : ""}or type your own; Enter to skip: `,
  ].join("\n");

const meaning = (description = ""): string => (description.trim() === "" ? "" : ` - ${escapeLine(description)}`);
