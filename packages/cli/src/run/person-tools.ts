import { questionTool, type ToolSource } from "coxswain";
import type { Surroundings } from "../process/index.ts";
import { askPerson, terminalAsker } from "../terminal/index.ts";
import type { TaskValues } from "./task-values.ts";

/**
 * The tools for which a person has to be there: one who sees questions, can type, reads text, and did not say that nothing is
 * to be asked. Elsewhere no model is told of them.
 */
export const personTools = (values: TaskValues, { stdin, stderr }: Pick<Surroundings, "stdin" | "stderr">): readonly ToolSource[] => {
  const isAutomatic = values.print === true || values.yes === true || (values["output-format"] ?? "text") !== "text";
  if (isAutomatic || !stderr.isTerminal || !stdin.isTTY) return [];
  return [questionTool(askPerson(terminalAsker({ stdin, stderr })))];
};
