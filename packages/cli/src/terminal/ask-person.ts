import type { AskPerson, PersonQuestion } from "coxswain/tools";
import { escapeLine } from "../output/index.ts";
import type { TerminalAsker } from "./terminal-asker.ts";

/** Brings a model's questions to the person at the terminal, who answers by a number or in their own words. Enter alone is no answer. */
export const askPerson =
  (asker: TerminalAsker): AskPerson =>
  async (question, signal) => {
    const line = (await asker.ask(questionText(question), signal))?.trim();
    return line === undefined || line === "" ? undefined : (question.options[Number(line) - 1]?.label ?? line);
  };

/** A question as a terminal shows it. */
const questionText = ({ question, options }: PersonQuestion): string =>
  [
    "",
    `? ${escapeLine(question)}`,
    ...options.map(({ label, description }, at) => `  ${at + 1}. ${escapeLine(label)}${meaning(description)}`),
    `Answer 1-${options.length}, or type your own; Enter to skip: `,
  ].join("\n");

const meaning = (description = ""): string => (description.trim() === "" ? "" : ` - ${escapeLine(description)}`);
