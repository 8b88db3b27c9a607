import type { UserMessage } from "../../model/index.ts";

/** What a program told its model in the place of a longer conversation. */
export const summary = (text: string, source: string): UserMessage => ({
  role: "user",
  content: [{ type: "text", text: `A summary of the conversation before this:\n\n${text}` }],
  source,
});
