import type { UserMessage } from "../../model/index.ts";

/** Returns the summary that replaced a longer conversation in the source program. */
export const summary = (text: string, source: string): UserMessage => ({
  role: "user",
  content: [{ type: "text", text: `A summary of the conversation before this:\n\n${text}` }],
  source,
});
