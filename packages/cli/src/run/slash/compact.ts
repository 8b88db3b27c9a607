import type { SlashCommand } from "./slash-command.ts";

/**
 * `/compact [WORDS]`: replaces the older part of the conversation with a summary. The words are instructions for the
 * summary.
 */
export const compact: SlashCommand = {
  async run(session, words) {
    const { summary } = await session.compact(words === "" ? undefined : words);
    return { answer: summary };
  },
};
