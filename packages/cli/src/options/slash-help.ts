/** What `cox` itself does in a session that it goes on with, by what is written for it. */
export const SLASH_HELP = {
  "/compact [WORDS]": "With -c or -r: put a summary in the place of the older part; WORDS say what it is to heed.",
  "/uncompact": "With -c or -r: take the last compaction back.",
} as const;
