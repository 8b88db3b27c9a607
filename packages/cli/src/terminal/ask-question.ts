import type { AskUser, UserQuestion } from "coxswain/tools";
import { escapeLine } from "../output/index.ts";
import type { TerminalAsker } from "./terminal-asker.ts";

/**
 * Asks a model's questions at the terminal. The user answers with a number or with text. An empty line is not an
 * answer.
 */
export const askQuestion =
  (asker: TerminalAsker): AskUser =>
  async (question, signal) => {
    const line = (await asker.ask(questionText(question), signal))?.trim();
    return line === undefined || line === "" ? undefined : (question.options[Number(line) - 1]?.label ?? line);
  };

/** Formats a question for the terminal. */
const questionText = ({ question, options }: UserQuestion): string =>
  [
    "",
    `? ${escapeLine(question)}`,
    ...options.map(({ label, description }, at) => `  ${at + 1}. ${escapeLine(label)}${meaning(description)}`),
    `Answer 1-${options.length}, or type your own; Enter to skip: `,
  ].join("\n");

const meaning = (description = ""): string => (description.trim() === "" ? "" : ` - ${escapeLine(description)}`);
