import type { Answer, Ask, Question } from "coxswain";
import { escapeLine, type Output } from "../output/index.ts";
import { isLong, permissionText } from "./permission-text.ts";
import { typedAnswer } from "./permission-answer.ts";
import { previewOf } from "./preview.ts";
import type { PutText, TerminalAsker } from "./terminal-asker.ts";

/** Brings permission questions to the person at the terminal, and leaves a line there that says what was decided. */
export const askPermission =
  (asker: TerminalAsker, stderr: Pick<Output, "write" | "columns" | "isTerminal">): Ask =>
  (question, signal) =>
    asker.talk(async (put) => {
      const answer = await answered(question, put, stderr);
      // What was typed in the moment of the withdrawal counts for nothing.
      stderr.write(
        `${signal.aborted ? "It is not asked any more: it was answered elsewhere, or the run has ended." : decided(answer, question)}\n`,
      );
      return answer ?? { kind: "deny" };
    }, signal);

/** Undefined: the person has no more to say, or it was withdrawn. */
const answered = async (question: Question, put: PutText, { columns, isTerminal }: Pick<Output, "columns" | "isTerminal">) => {
  const preview = await previewOf(question);
  const text = (whole: boolean): string => permissionText(question, preview, { columns, whole, coloured: isTerminal });
  let long = isLong(preview);
  let shown = text(false);
  while (true) {
    const line = await put(shown + answersOf(question, long));
    if (line === undefined) return undefined;
    const typed = typedAnswer(line, question, long);
    if (typed.kind !== "view" && typed.kind !== "again") return typed;
    shown = typed.kind === "view" ? text(true) : `${typed.why} `;
    if (typed.kind === "view") long = false;
  }
};

const answersOf = ({ offers }: Question, long: boolean): string => {
  const longer = offers.length === 0 ? "" : ", s (this session), p (this project), a (always)";
  return `Allow it? y (once)${longer}, n, or why not${long ? "; v shows all" : ""}: `;
};

const decided = (answer: Answer | undefined, { offers }: Question): string => {
  const rules = offers.map(escapeLine).join(", ");
  switch (answer?.kind) {
    case "once":
      return "Allowed, once.";
    case "session":
      return `Allowed, and in this session from now on: ${rules}`;
    case "project":
      return `Allowed, and in this project from now on: ${rules}`;
    case "always":
      return `Allowed, and from now on everywhere: ${rules}`;
    case "deny":
      return answer.reason === undefined ? "Not allowed." : `Not allowed: ${escapeLine(answer.reason)}`;
    default:
      return "Not allowed: nothing more comes from this terminal.";
  }
};
