import type { Outcome, Session } from "coxswain";
import type { Extensions } from "coxswain/extensions";
import { uncompact as undoCompaction } from "coxswain/session";
import { escapeText } from "../output/index.ts";
import type { ProcessContext } from "../process/index.ts";
import { UsageError } from "../argv/index.ts";

/** A command with the words after its name. */
export interface Slash {
  readonly name: string;
  readonly command: SlashCommand;
  readonly words: string;
}

/** A command that runs in a session without a prompt to the model. */
interface SlashCommand {
  /** Runs the command with the words after its name. */
  run(session: Session, words: string, signal: AbortSignal): Promise<SlashEnd>;
}

export interface SlashEnd {
  /** Text for stdout, or the empty string. */
  readonly answer: string;
  /** Outcome of the last run that the command started, if any. */
  readonly outcome?: Outcome | undefined;
}

/** Parses a task that begins with the name of a built-in command. */
export const parseBuiltInSlash = (task: string): Slash | undefined => {
  const { name = "", words = "" } = parseSlash(task) ?? {};
  const command = Object.hasOwn(SLASH_COMMANDS, name) ? SLASH_COMMANDS[name] : undefined;
  return command && { name, command, words };
};

/** Parses input that begins with a command of an extension. The command's notifications go to stderr. */
export const extensionSlash = (
  text: string,
  extensions: Extensions | undefined,
  { stderr }: Pick<ProcessContext, "stderr">,
): Slash | undefined => {
  const { name, words } = parseSlash(text) ?? {};
  if (extensions === undefined || name === undefined || words === undefined) return undefined;
  if (!extensions.commands.some((command) => command.name === name)) return undefined;
  const notify = (line: string): void => stderr.write(`${escapeText(line)}\n`);
  return {
    name,
    words,
    command: { run: async (session, _, signal) => (await extensions.run(session, text, { signal, notify })) ?? { answer: "" } },
  };
};

/** Parses the command name at the start of a string, and the words after it. */
const parseSlash = (text: string): { readonly name: string; readonly words: string } | undefined => {
  const [, name, words = ""] = /^\/([a-z][a-z0-9-]*)(?:\s+(.*))?$/s.exec(text.trim()) ?? [];
  return name === undefined ? undefined : { name, words: words.trim() };
};

/**
 * `/compact [WORDS]`: replaces the older part of the conversation with a summary. The words are instructions for the
 * summary.
 */
const compact: SlashCommand = {
  async run(session, words) {
    const { summary } = await session.compact(words === "" ? undefined : words);
    return { answer: summary };
  },
};

/** `/uncompact`: undoes the last compaction. */
const uncompact: SlashCommand = {
  async run(session, words) {
    if (words !== "") throw new UsageError("/uncompact takes no arguments");
    if ((await undoCompaction(session)) === undefined) throw new UsageError("no compaction to undo in this session");
    return { answer: "Undid the last compaction." };
  },
};

/** The built-in commands by name. `SLASH_HELP` has their help. */
const SLASH_COMMANDS: Readonly<Record<string, SlashCommand>> = { compact, uncompact };
