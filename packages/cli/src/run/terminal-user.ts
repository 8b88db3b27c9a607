import { questionTool } from "coxswain/tools";
import type { ProcessContext } from "../process/index.ts";
import { askPermission, askPerson, type TerminalAsker, terminalAsker } from "../terminal/index.ts";
import type { TaskValues } from "./task-values.ts";
import type { Approver } from "./approver.ts";

/** A person at a terminal. */
export interface TerminalUser extends Approver {
  readonly asker: TerminalAsker;
}

/**
 * The person who is there to answer: one who sees questions, can type, reads text, and did not say with `-p` that nothing is to be asked. With `--yes` no
 * model is told of them, but what has to be asked in any case still is.
 */
export const terminalUser = (
  values: TaskValues,
  { stdin, stderr, signals }: Pick<ProcessContext, "stdin" | "stderr" | "signals">,
): TerminalUser | undefined => {
  const isAutomatic = values.print === true || (values["output-format"] ?? "text") !== "text";
  if (isAutomatic || !stderr.isTerminal || !stdin.isTTY) return undefined;
  const asker = terminalAsker({ stdin, stderr, signals });
  return {
    asker,
    ask: askPermission(asker, stderr),
    tools: values.yes === true || values.mode === "yolo" ? [] : [questionTool(askPerson(asker))],
  };
};
