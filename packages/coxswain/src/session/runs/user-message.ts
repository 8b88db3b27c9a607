import type { UserMessage, UserPart } from "../../model/index.ts";
import { asRecord } from "../../base/index.ts";
import type { PromptInput } from "./run.ts";

/**
 * What a person said as a message. Undefined when it says nothing: no image and only white space.
 * @throws {TypeError} for what is neither a text nor parts: it could not be read again.
 */
export const userMessage = (input: PromptInput, source?: string): UserMessage | undefined => {
  if (source !== undefined && typeof source !== "string") throw new TypeError("Who says something is named by a text, its `source`.");
  const parts: readonly UserPart[] = typeof input === "string" ? [{ type: "text", text: input }] : input;
  if (!Array.isArray(parts) || !parts.every(isPart)) throw new TypeError(NO_PARTS);
  const content = parts.filter((part) => part.type !== "text" || part.text.trim() !== "");
  if (content.length === 0) return undefined;
  return { role: "user", content, ...(source === undefined ? {} : { source }) };
};

const NO_PARTS = 'What is said is a text, or a list of parts: { type: "text", text } and { type: "image", mediaType, data }.';

const isPart = (part: unknown): boolean => {
  const { type, text, mediaType, data } = asRecord(part);
  return type === "text" ? typeof text === "string" : type === "image" && typeof mediaType === "string" && typeof data === "string";
};
