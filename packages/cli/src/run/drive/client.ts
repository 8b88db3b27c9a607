import { systemObject } from "../../stream-json/index.ts";
import { jsonLine } from "../../output/index.ts";
import type { ProcessContext } from "../../process/index.ts";
import { type ProgramQuestions, programQuestions } from "../../program/index.ts";
import { nonInteractive } from "../non-interactive.ts";
import type { Approver } from "../approver.ts";
import type { TaskValues } from "../task-values.ts";

/** A program on the other side of standard input and output. */
export interface Client extends Approver {
  readonly questions: ProgramQuestions;
  /** Tells it an object. */
  readonly write: (object: object) => void;
  /** Tells it what is wrong with what it said. */
  readonly warn: (message: string) => void;
}

/** The program that said with `--input-format stream-json` that it is there. With `-p` it is asked nothing, unless it says that it wants to be. */
export const stdioClient = (values: TaskValues, { stdout }: Pick<ProcessContext, "stdout">): Client => {
  const write = (object: object): void => stdout.write(jsonLine(object));
  const questions = programQuestions(write);
  const isAsked = values.print !== true || values["permission-prompt-tool"] !== undefined;
  const warn = (message: string): void => write(systemObject("warning", { message, uuid: crypto.randomUUID() }));
  return { questions, write, warn, tools: [], ask: isAsked ? questions.ask : nonInteractive.ask };
};
