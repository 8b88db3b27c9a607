import type { SlashCommand } from "./slash-command.ts";

/** `/compact [WORDS]`: a summary takes the place of the conversation's older part; the words say what to heed in it. */
export const compact: SlashCommand = {
  async run(session, words) {
    const { summary } = await session.compact(words === "" ? undefined : words);
    return { answer: summary };
  },
};
