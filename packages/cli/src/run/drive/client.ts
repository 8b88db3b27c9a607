import { type StreamObject, systemObject } from "../../stream-json/index.ts";
import { jsonLine } from "../../output/index.ts";
import type { ProcessContext } from "../../process/index.ts";
import { type ProgramQuestions, programQuestions } from "../../program/index.ts";
import { nonInteractive, type Approver } from "../approver.ts";
import type { TaskValues } from "../task-values.ts";

/** A program connected over stdin and stdout. */
export interface Client extends Approver {
  readonly questions: ProgramQuestions;
  /** Writes an object as a line of JSON. */
  readonly write: (object: StreamObject) => void;
  /** Writes a warning about a message that the program sent. */
  readonly warn: (message: string) => void;
}

/**
 * The program that runs `cox --input-format stream-json`. With `-p` it receives questions only if
 * `--permission-prompt-tool` is set.
 */
export const stdioClient = (values: TaskValues, { stdout }: Pick<ProcessContext, "stdout">): Client => {
  const write = (object: StreamObject): void => stdout.write(jsonLine(object));
  const questions = programQuestions(write);
  const isAsked = values.print !== true || values["permission-prompt-tool"] !== undefined;
  const warn = (message: string): void => write(systemObject("warning", { message, uuid: crypto.randomUUID() }));
  return { questions, write, warn, tools: [], ask: isAsked ? questions.ask : nonInteractive.ask };
};
