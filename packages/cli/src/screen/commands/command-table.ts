import { ANSWER_COMMANDS } from "./answer-commands.ts";
import { CONTEXT_COMMANDS } from "./context-command.ts";
import { COST_COMMANDS } from "./cost-commands.ts";
import { goal } from "./goal-command.ts";
import { HELP_COMMANDS, helpCommand } from "./help-commands.ts";
import { mcpCommand } from "./mcp-command.ts";
import { MODEL_COMMANDS } from "./model-commands.ts";
import { PROGRAM_COMMANDS } from "./program-commands.ts";
import { REVIEW_COMMANDS } from "./review-commands.ts";
import type { ScreenCommand } from "./screen-command.ts";
import { SESSION_COMMANDS } from "./session-commands.ts";
import { tasksCommand } from "./tasks-command.ts";
import { theme } from "./theme-command.ts";
import { TREE_COMMANDS } from "./tree-commands.ts";
import { UNDO_COMMANDS } from "./undo-commands.ts";

/** The commands of the screen, in the order of the help. */
export const COMMANDS: readonly ScreenCommand[] = [
  helpCommand(() => COMMANDS),
  ...MODEL_COMMANDS,
  ...CONTEXT_COMMANDS,
  ...COST_COMMANDS,
  ...SESSION_COMMANDS,
  ...TREE_COMMANDS,
  ...UNDO_COMMANDS,
  ...REVIEW_COMMANDS,
  ...ANSWER_COMMANDS,
  goal,
  tasksCommand,
  mcpCommand,
  ...PROGRAM_COMMANDS,
  theme,
  ...HELP_COMMANDS,
];

/** Finds the command at the beginning of a prompt. A space before it makes it text. */
export const commandIn = (
  text: string,
  table: readonly ScreenCommand[] = COMMANDS,
): { readonly command: ScreenCommand; readonly words: string } | undefined => {
  const [, name, words = ""] = /^\/([a-z][a-z0-9-]*)(?:\s+(.*))?$/s.exec(text) ?? [];
  const command = table.find((one) => one.name === name);
  return command && { command, words: words.trim() };
};
