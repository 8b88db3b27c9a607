import type { Ask, ToolSource } from "coxswain";
import { type AskUser, questionTool } from "coxswain/tools";
import { isPiped, type ProcessContext } from "../process/index.ts";
import { askPermission, askQuestion, controllingTerminal, type TerminalAsker, terminalAsker } from "../terminal/index.ts";
import type { TaskValues } from "./task-values.ts";

/** The user or program that answers questions while a task runs. */
export interface Approver {
  /** Asks for a permission. */
  readonly ask: Ask;
  /** Tools that need an answer. Other approvers do not offer them to the model. */
  readonly tools: readonly ToolSource[];
  /** Asks what an MCP server wants to know during a call. Default: servers are declined. */
  readonly askUser?: AskUser;
}

const ask: Ask = async (question) => ({
  kind: "unanswered",
  reason:
    `${question.reasons.join("; ")}, and no user can be asked. Do not retry it in another form: ` +
    `continue without it, and list the unfinished parts at the end.`,
});

/** The approver without a user: denies each call. */
export const nonInteractive: Approver = { tools: [], ask: Object.assign(ask, { nonInteractive: true } as const) };

/** A user at a terminal. */
export interface TerminalUser extends Approver {
  readonly asker: TerminalAsker;
}

/**
 * Returns the user who can answer questions: stderr is a terminal, the output is text, and `-p` is not set. The answers
 * come from stdin, or from the process's terminal if something is piped in.
 * With `--yes` the model has no tool to ask the user, but required permission questions still reach the user.
 */
export const terminalUser = (
  values: TaskValues,
  { stdin, stderr, signals }: Pick<ProcessContext, "stdin" | "stderr" | "signals">,
  terminalBeside = (): ProcessContext["stdin"] | undefined => (isPiped() ? controllingTerminal() : undefined),
): TerminalUser | undefined => {
  const isAutomatic = values.print === true || (values["output-format"] ?? "text") !== "text";
  if (isAutomatic || !stderr.isTerminal) return undefined;
  const keyboard = stdin.isTTY ? stdin : terminalBeside();
  if (keyboard === undefined) return undefined;
  const asker = terminalAsker({ stdin: keyboard, stderr, signals });
  const askUser = askQuestion(asker);
  return {
    asker,
    ask: askPermission(asker, stderr),
    tools: values.yes === true || values.mode === "yolo" ? [] : [questionTool(askUser)],
    askUser,
  };
};
