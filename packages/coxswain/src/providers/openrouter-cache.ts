import { cachePlaces } from "./cache-marks.ts";
import type { CacheMarks } from "./openai-compatible.ts";
import type { ChatMessage } from "./wires/index.ts";

/**
 * Cache breakpoints for Claude models on OpenRouter, which accepts them on message parts. All messages are written as
 * parts, marked or not, so that a message stays identical when its mark moves.
 * https://openrouter.ai/docs/guides/best-practices/prompt-caching
 */
export const OPENROUTER_CACHE: CacheMarks = {
  appliesTo: (id) => id.startsWith("anthropic/"),
  mark: (messages, ttl) => {
    const places = new Set(cachePlaces(messages));
    const mark = { type: "ephemeral", ...(ttl === "1h" ? { ttl } : {}) };
    return messages.map(inParts).map((message, at) => (places.has(at) ? marked(message, mark) : message));
  },
};

const inParts = (message: ChatMessage): ChatMessage =>
  typeof message.content === "string" && message.role !== "assistant"
    ? { ...message, content: [{ type: "text", text: message.content }] }
    : message;

const marked = (message: ChatMessage, mark: object): ChatMessage => {
  const { content } = message;
  if (!Array.isArray(content)) return message;
  return {
    ...message,
    content: content.map((part: Readonly<Record<string, unknown>>, at) =>
      at === content.length - 1 ? { ...part, cache_control: mark } : part,
    ),
  };
};
