import { questionTool } from "coxswain/tools";
import type { ProcessContext } from "../process/index.ts";
import { askPermission, askPerson, type TerminalAsker, terminalAsker } from "../terminal/index.ts";
import type { TaskValues } from "./task-values.ts";
import type { Approver } from "./approver.ts";

/** A user at a terminal. */
export interface TerminalUser extends Approver {
  readonly asker: TerminalAsker;
}

/**
 * Returns the user who can answer questions: stdin and stderr are terminals, the output is text, and `-p` is not set.
 * With `--yes` the model has no tool to ask the user, but required permission questions still reach the user.
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
