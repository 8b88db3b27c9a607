import { compact } from "./compact.ts";
import type { SlashCommand } from "./slash-command.ts";
import { uncompact } from "./uncompact.ts";

/** The built-in commands by name. The option descriptions contain their help. */
const SLASH_COMMANDS: Readonly<Record<string, SlashCommand>> = { compact, uncompact };

/** A command with the words after its name. */
export interface Slash {
  readonly name: string;
  readonly command: SlashCommand;
  readonly words: string;
}

/** Parses a task that begins with the name of a built-in command. */
export const parseBuiltInSlash = (task: string): Slash | undefined => {
  const { name = "", words = "" } = parseSlash(task) ?? {};
  const command = Object.hasOwn(SLASH_COMMANDS, name) ? SLASH_COMMANDS[name] : undefined;
  return command && { name, command, words };
};

/** Parses the command name at the start of a string, and the words after it. */
export const parseSlash = (text: string): { readonly name: string; readonly words: string } | undefined => {
  const [, name, words = ""] = /^\/([a-z][a-z0-9-]*)(?:\s+(.*))?$/s.exec(text.trim()) ?? [];
  return name === undefined ? undefined : { name, words: words.trim() };
};
