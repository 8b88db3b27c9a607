import { compact } from "./compact.ts";
import type { SlashCommand } from "./slash-command.ts";
import { uncompact } from "./uncompact.ts";

export type { SlashCommand };

/** By their names. Their help stands in the options. */
const SLASH_COMMANDS: Readonly<Record<string, SlashCommand>> = { compact, uncompact };

/** A command with the words behind its name. */
export interface Slash {
  readonly name: string;
  readonly command: SlashCommand;
  readonly words: string;
}

/** What the words of a task command, if they begin with a command's name. */
export const slashIn = (task: string): Slash | undefined => {
  const [, name = "", words = ""] = /^\/([a-z]+)(?:\s+(.*))?$/s.exec(task.trim()) ?? [];
  const command = Object.hasOwn(SLASH_COMMANDS, name) ? SLASH_COMMANDS[name] : undefined;
  return command && { name, command, words: words.trim() };
};
