import type { Extensions } from "coxswain/extensions";
import type { SlashName } from "../commands/index.ts";
import { escapeText } from "../output/index.ts";
import type { ProcessContext } from "../process/index.ts";
import { extensionFullName } from "./full-names.ts";
import { SESSION_SLASH, type SlashCommand } from "../slash/index.ts";

/** A command with the words after its name. */
export interface Slash {
  readonly name: string;
  readonly command: SlashCommand;
  readonly words: string;
}

/** Parses a task that begins with the name of a built-in command. */
export const parseBuiltInSlash = (task: string): Slash | undefined => {
  const { name = "", words = "" } = parseSlash(task) ?? {};
  return Object.hasOwn(SESSION_SLASH, name) ? { name, command: SESSION_SLASH[name as SlashName], words } : undefined;
};

/** Parses input that begins with a command of an extension. The command's notifications go to stderr. */
export const extensionSlash = (
  text: string,
  extensions: Extensions | undefined,
  { stderr }: Pick<ProcessContext, "stderr">,
): Slash | undefined => {
  const { name, words } = parseSlash(text) ?? {};
  if (extensions === undefined || name === undefined || words === undefined) return undefined;
  if (!extensions.commands.some((command) => command.name === name || extensionFullName(command.name) === name)) return undefined;
  const notify = (line: string): void => stderr.write(`${escapeText(line)}\n`);
  return {
    name,
    words,
    command: { run: async (session, _, signal) => (await extensions.run(session, text, { signal, notify })) ?? { answer: "" } },
  };
};

/** Parses the command name at the start of a string, and the words after it. */
const parseSlash = (text: string): { readonly name: string; readonly words: string } | undefined => {
  const [, name, words = ""] = /^\/((?:extension:)?[a-z][a-z0-9-]*)(?:\s+(.*))?$/s.exec(text.trim()) ?? [];
  return name === undefined ? undefined : { name, words: words.trim() };
};
