/** What is done in a session in place of telling it to the model, by what is written for it. */
export const SLASH_HELP = {
  "/compact [WORDS]": "With -c or -r: put a summary in the place of the older part; WORDS say what it is to heed.",
  "/uncompact": "With -c or -r: take the last compaction back.",
  "/COMMAND [WORDS]": "A command of an extension; cox extensions lists those there are.",
} as const;

/** The names of the commands that are always there, without the slash. */
export const SLASH_NAMES: readonly string[] = Object.keys(SLASH_HELP).flatMap((help) => /^\/([a-z]+)/.exec(help)?.[1] ?? []);
