/** Help for the slash commands, which run in a session instead of a prompt. */
export const SLASH_HELP = {
  "/compact [WORDS]": "With -c or -r: replace the older part of the conversation by a summary. WORDS are instructions for it.",
  "/uncompact": "With -c or -r: undo the last compaction.",
  "/COMMAND [WORDS]": "A command of an extension; cox extensions lists them.",
} as const;

/** Names of the built-in slash commands, without the slash. */
export const SLASH_NAMES: readonly string[] = Object.keys(SLASH_HELP).flatMap((help) => /^\/([a-z]+)/.exec(help)?.[1] ?? []);
