import type { AssistantPart, UserPart } from "../../model/index.ts";
import { type Json, listOf, objectOf, stringOf, kindOf } from "./json.ts";
import type { SkippedContent } from "./skipped-content.ts";

/** Converts the text and images of a user message or tool result. Reports other content in its place. */
export const claudeContent = (content: unknown, left: SkippedContent): readonly UserPart[] => {
  const plain = stringOf(content);
  if (plain !== undefined) return [{ type: "text", text: plain }];
  return listOf(content).flatMap((item): readonly UserPart[] => {
    const block = objectOf(item);
    const text = stringOf(block["text"]);
    if (block["type"] === "text" && text !== undefined) return [{ type: "text", text: text }];
    const image = block["type"] === "image" ? imageOf(objectOf(block["source"])) : undefined;
    if (image !== undefined) return [image];
    left.add(`content ${kindOf(block["type"])}`);
    return block["type"] === "document" || block["type"] === "image" ? [{ type: "text", text: `[${block["type"]} omitted]` }] : [];
  });
};

const imageOf = (source: Json): UserPart | undefined => {
  const [mediaType, data] = [stringOf(source["media_type"]), stringOf(source["data"])];
  return source["type"] === "base64" && mediaType !== undefined && data !== undefined ? { type: "image", mediaType, data } : undefined;
};

export const claudeAnswer = (content: unknown, left: SkippedContent): readonly AssistantPart[] => {
  const plain = stringOf(content);
  if (plain !== undefined) return [{ type: "text", text: plain }];
  return listOf(content).flatMap((item): readonly AssistantPart[] => {
    const block = objectOf(item);
    const [text, thinking, signature] = [stringOf(block["text"]), stringOf(block["thinking"]), stringOf(block["signature"])];
    const [id, name, data] = [stringOf(block["id"]), stringOf(block["name"]), stringOf(block["data"])];
    if (block["type"] === "text" && text !== undefined) return [{ type: "text", text: text }];
    if (block["type"] === "thinking" && thinking !== undefined) {
      return [{ type: "reasoning", text: thinking, ...(signature === undefined ? {} : { providerData: { anthropic: { signature } } }) }];
    }
    if (block["type"] === "redacted_thinking" && data !== undefined) {
      return [{ type: "reasoning", text: "", providerData: { anthropic: { redactedData: data } } }];
    }
    if (block["type"] === "tool_use" && id !== undefined && name !== undefined) {
      return [{ type: "tool_call", id, name, input: block["input"] ?? {} }];
    }
    left.add(`content ${kindOf(block["type"])}`);
    return [];
  });
};
