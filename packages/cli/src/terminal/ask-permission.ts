import type { Answer, Ask, Question } from "coxswain";
import { escapeLine, type Output } from "../output/index.ts";
import { isLong, permissionText, readableRule } from "./permission-text.ts";
import { typedAnswer } from "./permission-answer.ts";
import { previewOf } from "./preview.ts";
import type { AskLine, TerminalAsker } from "./terminal-asker.ts";

/** Asks permission questions at the terminal and prints the decision. */
export const askPermission =
  (asker: TerminalAsker, stderr: Pick<Output, "write" | "columns" | "isTerminal">): Ask =>
  (question, signal) =>
    asker.converse(async (ask) => {
      const answer = await askUntilAnswered(question, ask, stderr);
      // Discard input typed while the question was withdrawn.
      stderr.write(`${signal.aborted ? "Answered in another terminal, or the run has ended." : decisionLine(answer, question)}\n`);
      return answer ?? { kind: "deny" };
    }, signal);

/** Formats everything that the user must see before the answer, with the whole change. */
export const permissionQuestionText = async (
  question: Question,
  options: { readonly columns: number; readonly colored: boolean },
): Promise<string> => permissionText(question, await previewOf(question), { ...options, whole: true });

/** Undefined when the input ended or the question was withdrawn. */
const askUntilAnswered = async (question: Question, ask: AskLine, { columns, isTerminal }: Pick<Output, "columns" | "isTerminal">) => {
  const preview = await previewOf(question);
  const text = (whole: boolean): string => permissionText(question, preview, { columns, whole, colored: isTerminal });
  let long = isLong(preview);
  let shown = text(false);
  while (true) {
    const line = await ask(shown + promptLine(question, long, columns));
    if (line === undefined) return undefined;
    const typed = typedAnswer(line, question, long);
    if (typed.kind !== "view" && typed.kind !== "again") return typed;
    shown = typed.kind === "view" ? text(true) : `${typed.why} `;
    if (typed.kind === "view") long = false;
  }
};

/** The choices, wrapped between them. */
const promptLine = ({ offers, wider = [] }: Question, long: boolean, columns: number): string => {
  const longer = offers.length + wider.length === 0 ? [] : ["s (this session),", "p (this project),", "a (always),"];
  const choices = ["Allow? y (once),", ...longer, "n,", `or a reason to deny${long ? "; v to view all" : ""}: `];
  return choices.reduce((text, choice) => {
    const line = `${text.slice(text.lastIndexOf("\n") + 1)} ${choice}`;
    return `${text}${line.length < columns ? " " : "\n"}${choice}`;
  });
};

/** Describes the answer to a question. Undefined: the terminal was closed. */
export const decisionLine = (answer: Answer | undefined, { offers }: Question): string => {
  const saved = (answer !== undefined && "rules" in answer ? answer.rules : undefined) ?? offers;
  const rules = saved.map((rule) => escapeLine(readableRule(rule))).join(", ");
  switch (answer?.kind) {
    case "once":
      return "Allowed once.";
    case "session":
      return `Allowed for this session: ${rules}`;
    case "project":
      return `Allowed for this project: ${rules}`;
    case "always":
      return `Always allowed: ${rules}`;
    case "deny":
      return answer.reason === undefined ? "Denied." : `Denied: ${escapeLine(answer.reason)}`;
    default:
      return "Denied: the terminal was closed.";
  }
};
