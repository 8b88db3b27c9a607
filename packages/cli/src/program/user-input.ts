import type { PromptInput } from "coxswain";
import type { UserPart } from "coxswain/providers";
import { isFields } from "./fields.ts";

/** Converts the content of an Anthropic message to a prompt. Undefined if a model cannot receive it. */
export const userInput = (content: unknown): PromptInput | undefined => {
  if (typeof content === "string") return content.trim() === "" ? undefined : content;
  if (!Array.isArray(content) || content.length === 0) return undefined;
  const parts = content.map(partOf);
  return parts.every((part) => part !== undefined) ? parts : undefined;
};

const partOf = (block: unknown): UserPart | undefined => {
  if (!isFields(block)) return undefined;
  const { type, text, source } = block;
  if (type === "text") return typeof text === "string" ? { type, text } : undefined;
  if (type !== "image" || !isFields(source) || source["type"] !== "base64") return undefined;
  const { media_type: mediaType, data } = source;
  return typeof mediaType === "string" && typeof data === "string" ? { type, mediaType, data } : undefined;
};
