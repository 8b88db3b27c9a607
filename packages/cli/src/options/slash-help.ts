/** What `cox` itself does in a session that it goes on with, by what is written for it. */
export const SLASH_HELP = {
  "/compact [WORDS]": "With -c or -r: put a summary in the place of the older part; WORDS say what it is to heed.",
  "/uncompact": "With -c or -r: take the last compaction back.",
} as const;

/** The names of these commands, without the slash. */
export const SLASH_NAMES: readonly string[] = Object.keys(SLASH_HELP).map((help) => help.slice(1).split(" ")[0] ?? "");
