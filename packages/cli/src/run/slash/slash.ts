import { compact } from "./compact.ts";
import type { SlashCommand } from "./slash-command.ts";
import { uncompact } from "./uncompact.ts";

/** By their names. Their help stands in the options. */
const SLASH_COMMANDS: Readonly<Record<string, SlashCommand>> = { compact, uncompact };

/** A command with the words behind its name. */
export interface Slash {
  readonly name: string;
  readonly command: SlashCommand;
  readonly words: string;
}

/** What the words of a task command, if they begin with the name of one of the program's own. */
export const parseBuiltInSlash = (task: string): Slash | undefined => {
  const { name = "", words = "" } = parseSlash(task) ?? {};
  const command = Object.hasOwn(SLASH_COMMANDS, name) ? SLASH_COMMANDS[name] : undefined;
  return command && { name, command, words };
};

/** The name that a text begins with, and what stands behind it. */
export const parseSlash = (text: string): { readonly name: string; readonly words: string } | undefined => {
  const [, name, words = ""] = /^\/([a-z][a-z0-9-]*)(?:\s+(.*))?$/s.exec(text.trim()) ?? [];
  return name === undefined ? undefined : { name, words: words.trim() };
};
