/** The declaration of a slash command, which runs in a session instead of a prompt. */
interface SlashDeclaration {
  /** Its arguments, as in the help. */
  readonly arguments?: string;
  readonly summary: string;
}

/** The built-in slash commands of the command line and of interactive sessions, by name without the slash. */
export const SLASH_COMMANDS = {
  compact: { arguments: "[WORDS]", summary: "replace the older part of the conversation by a summary. WORDS are instructions for it." },
  uncompact: { summary: "undo the last compaction." },
} as const satisfies Readonly<Record<string, SlashDeclaration>>;

export type SlashName = keyof typeof SLASH_COMMANDS;

/** Names of the built-in slash commands, without the slash. */
export const SLASH_NAMES: readonly string[] = Object.keys(SLASH_COMMANDS);

/** Help for the slash commands. */
export const SLASH_HELP: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.entries<SlashDeclaration>(SLASH_COMMANDS).map(([name, { arguments: words, summary }]) => [
      words === undefined ? `/${name}` : `/${name} ${words}`,
      `With -c or -r: ${summary}`,
    ]),
  ),
  "/COMMAND [WORDS]": "A command of an extension; cox extensions lists them. At a terminal also one of /help.",
};
