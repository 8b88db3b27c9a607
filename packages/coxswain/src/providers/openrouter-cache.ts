import { type CacheTtl, cachePlaces } from "./cache-marks.ts";

type Fields = Readonly<Record<string, unknown>>;
type Message = Fields & { readonly role: string };

/**
 * Adds cache breakpoints to the body of a request for a Claude model on OpenRouter, which accepts them on message
 * parts. All messages are written as parts, marked or not, so that a message stays identical when its mark moves.
 * https://openrouter.ai/docs/guides/best-practices/prompt-caching
 */
export const markForOpenRouter = (body: Fields, ttl: CacheTtl): Fields => {
  const { model, messages } = body;
  if (typeof model !== "string" || !model.startsWith("anthropic/") || !Array.isArray(messages)) return body;
  const written = messages.map(inParts);
  const places = new Set(cachePlaces(written));
  const mark = { type: "ephemeral", ...(ttl === "1h" ? { ttl } : {}) };
  return { ...body, messages: written.map((message, at) => (places.has(at) ? marked(message, mark) : message)) };
};

const inParts = (message: Message): Message =>
  typeof message["content"] === "string" && message.role !== "assistant"
    ? { ...message, content: [{ type: "text", text: message["content"] }] }
    : message;

const marked = (message: Message, mark: Fields): Message => {
  const { content } = message;
  if (!Array.isArray(content)) return message;
  return { ...message, content: content.map((part: Fields, at) => (at === content.length - 1 ? { ...part, cache_control: mark } : part)) };
};
