import type { UserMessage, UserPart } from "../../model/index.ts";
import type { PromptInput } from "./run.ts";

/** What a person said as a message. Undefined when it says nothing: no image and only white space. */
export const userMessage = (input: PromptInput, source?: string): UserMessage | undefined => {
  const parts: readonly UserPart[] = typeof input === "string" ? [{ type: "text", text: input }] : input;
  const content = parts.filter((part) => part.type !== "text" || part.text.trim() !== "");
  if (content.length === 0) return undefined;
  return { role: "user", content, ...(source === undefined ? {} : { source }) };
};
