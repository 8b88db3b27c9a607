import type { Entry } from "../log/index.ts";
import { isMessage, type MessageEntry } from "../loop/index.ts";
import type { AssistantPart, ImagePart } from "../model/index.ts";

/** The message that an entry holds, with the parts that are whole; undefined where it holds none. A log may hold anything. */
export const toldMessage = (entry: Entry): MessageEntry["message"] | undefined => {
  if (!isMessage(entry)) return undefined;
  const message: unknown = entry.message;
  if (typeof message !== "object" || message === null || !("role" in message) || !("content" in message)) return undefined;
  const { role, content } = message;
  if ((role !== "user" && role !== "assistant" && role !== "tool") || !Array.isArray(content)) return undefined;
  return { ...message, content: content.filter(isWhole) } as unknown as MessageEntry["message"];
};

const isWhole = (part: unknown): part is AssistantPart | ImagePart => {
  if (typeof part !== "object" || part === null) return false;
  const { type, text, mediaType, data, id, name } = part as Readonly<Record<string, unknown>>;
  if (type === "text" || type === "reasoning") return typeof text === "string";
  if (type === "image") return typeof mediaType === "string" && typeof data === "string";
  return type === "tool_call" && typeof id === "string" && typeof name === "string";
};
