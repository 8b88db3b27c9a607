import type { AssistantPart, ToolCallPart, UserPart } from "../../model/index.ts";
import { type Json, listOf, objectOf, parseLine, stringOf, kindOf } from "./json.ts";
import type { SkippedContent } from "./skipped-content.ts";

const DATA_URL = /^data:([\w.+-]+\/[\w.+-]+);base64,([A-Za-z0-9+/=\s]*)$/;

/** Converts the text and images of a message or tool output. */
export const codexContent = (content: unknown, left: SkippedContent): readonly UserPart[] => {
  const plain = stringOf(content) ?? stringOf(objectOf(content)["content"]);
  if (plain !== undefined) return [{ type: "text", text: plain }];
  return listOf(content).flatMap((item): readonly UserPart[] => {
    const part = objectOf(item);
    const [text, url] = [stringOf(part["text"]), stringOf(part["image_url"])];
    if (text !== undefined) return [{ type: "text", text: text }];
    const [, mediaType, data] = DATA_URL.exec(url ?? "") ?? [];
    if (mediaType !== undefined && data !== undefined) return [{ type: "image", mediaType, data }];
    left.add(`content ${kindOf(part["type"])}`);
    return part["type"] === "input_image" ? [{ type: "text", text: "[image omitted]" }] : [];
  });
};

/** Detects the description of the machine and project that Codex sends first. This program sends its own. */
export const isContext = (parts: readonly UserPart[]): boolean => {
  const [first] = parts;
  return (
    first?.type === "text" && /^\s*(<(environment_context|user_instructions|INSTRUCTIONS)>|# AGENTS\.md instructions)/.test(first.text)
  );
};

export const codexReasoning = (item: Json, left: SkippedContent): readonly AssistantPart[] => {
  const texts = [...listOf(item["summary"]), ...listOf(item["content"])].flatMap((part) => stringOf(objectOf(part)["text"]) ?? []);
  const [itemId, encrypted] = [stringOf(item["id"]), stringOf(item["encrypted_content"])];
  // The provider accepts it only with the item id, which some versions do not write.
  if (encrypted !== undefined && itemId === undefined) left.add("encrypted reasoning");
  const data = itemId === undefined ? undefined : { openai: { itemId, reasoningEncryptedContent: encrypted ?? null } };
  if (texts.length === 0 && data === undefined) return [];
  return [{ type: "reasoning", text: texts.join("\n\n"), ...(data === undefined ? {} : { providerData: data }) }];
};

/** Converts a tool call of any type; returns undefined for other items. */
export const codexCall = (item: Json): ToolCallPart | undefined => {
  const id = stringOf(item["call_id"]) ?? stringOf(item["id"]);
  if (id === undefined) return undefined;
  const name = stringOf(item["name"]) ?? "unknown";
  switch (item["type"]) {
    case "function_call":
      return { type: "tool_call", id, name, input: parseLine(stringOf(item["arguments"]) ?? "") ?? item["arguments"] ?? {} };
    case "custom_tool_call":
      return { type: "tool_call", id, name, input: { input: item["input"] ?? "" } };
    case "local_shell_call":
      return { type: "tool_call", id, name: "local_shell", input: item["action"] ?? {} };
    case "tool_search_call":
      return { type: "tool_call", id, name: "tool_search", input: item["arguments"] ?? {} };
    default:
      return undefined;
  }
};

const OUTPUTS: ReadonlySet<unknown> = new Set(["function_call_output", "custom_tool_call_output", "tool_search_output"]);

export const isCodexOutput = (item: Json): boolean => OUTPUTS.has(item["type"]);
