import type { AssistantPart, TextPart, UserPart } from "../../model/index.ts";
import { type Json, listOf, objectOf, stringOf, kindOf } from "./json.ts";
import type { SkippedContent } from "./skipped-content.ts";

/** Converts the text and images of a user message or tool result, which is a string or a list. */
export const piContent = (content: unknown, left: SkippedContent): readonly UserPart[] => {
  const plain = stringOf(content);
  if (plain !== undefined) return [{ type: "text", text: plain }];
  return listOf(content).flatMap((item): readonly UserPart[] => {
    const part = objectOf(item);
    const { type } = part;
    const [text, data, mediaType] = [stringOf(part["text"]), stringOf(part["data"]), stringOf(part["mimeType"])];
    if (type === "text" && text !== undefined) return [{ type: "text", text: text }];
    if (type === "image" && data !== undefined && mediaType !== undefined) return [{ type: "image", mediaType, data }];
    left.add(`content ${kindOf(type)}`);
    return [];
  });
};

/**
 * Converts the content of a model's message. Preserves signatures only in a known format: those of Anthropic and
 * Google.
 */
export const piAnswer = (message: Json, left: SkippedContent): readonly AssistantPart[] =>
  listOf(message["content"]).flatMap((item): readonly AssistantPart[] => {
    const part = objectOf(item);
    const [text, thinking, id, name] = [stringOf(part["text"]), stringOf(part["thinking"]), stringOf(part["id"]), stringOf(part["name"])];
    if (part["type"] === "text" && text !== undefined) return [{ type: "text", text } satisfies TextPart];
    if (part["type"] === "thinking" && thinking !== undefined) {
      const signature = stringOf(part["thinkingSignature"]);
      const ours = signature !== undefined && message["api"] === "anthropic-messages";
      if (signature !== undefined && !ours) left.add("reasoning signature");
      return [{ type: "reasoning", text: thinking, ...(ours ? { providerData: { anthropic: { signature } } } : {}) }];
    }
    if (part["type"] === "toolCall" && id !== undefined && name !== undefined) {
      const thought = stringOf(part["thoughtSignature"]);
      const providerData = thought === undefined ? {} : { providerData: { google: { thoughtSignature: thought } } };
      return [{ type: "tool_call", id, name, input: part["arguments"] ?? {}, ...providerData }];
    }
    left.add(`content ${kindOf(part["type"])}`);
    return [];
  });
