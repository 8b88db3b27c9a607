import type { UserMessage, UserPart } from "../../model/index.ts";
import { asRecord } from "../../base/index.ts";
import type { PromptInput } from "./run.ts";

/**
 * Returns an input as a message, or undefined if it has no image and only white space.
 * @throws {TypeError} if the input is neither a string nor parts.
 */
export const userMessage = (input: PromptInput, source?: string): UserMessage | undefined => {
  if (source !== undefined && typeof source !== "string") throw new TypeError("Invalid `source`: expected a string.");
  const parts: readonly UserPart[] = typeof input === "string" ? [{ type: "text", text: input }] : input;
  if (!Array.isArray(parts) || !parts.every(isPart)) throw new TypeError(NO_PARTS);
  const content = parts.filter((part) => part.type !== "text" || part.text.trim() !== "");
  if (content.length === 0) return undefined;
  return { role: "user", content, ...(source === undefined ? {} : { source }) };
};

const NO_PARTS = 'Invalid input: expected a string, or an array of parts { type: "text", text } and { type: "image", mediaType, data }.';

const isPart = (part: unknown): boolean => {
  const { type, text, mediaType, data } = asRecord(part);
  return type === "text" ? typeof text === "string" : type === "image" && typeof mediaType === "string" && typeof data === "string";
};
