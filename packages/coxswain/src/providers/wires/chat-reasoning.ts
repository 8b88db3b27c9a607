import { asRecord, type UnknownRecord } from "../../base/index.ts";
import { type AssistantMessage, type ReasoningRules, toolCalls } from "../../model/index.ts";
import { listOf, maybeText } from "./fields.ts";

/** A server's rules for the reasoning of earlier responses. */
export interface ChatReasoning {
  readonly rules: ReasoningRules;
  /**
   * Returns the fields of a response without the reasoning that the server demands, because another model wrote it, or a repair
   * omitted it. Absent: the server has no substitute. `calls`: the ids of its calls as sent.
   */
  readonly standIn?: (calls: readonly string[]) => UnknownRecord;
}

/**
 * Returns the fields with the reasoning of a response: OpenRouter's blocks if it has them, else the text of most servers,
 * else the server's substitute. Undefined if it has none.
 */
export const reasoningFields = (
  message: AssistantMessage,
  { key, reasoning, callId }: { readonly key: string; readonly reasoning: ChatReasoning; readonly callId: (id: string) => string },
): UnknownRecord | undefined => {
  if (reasoning.rules.run === "refused") return undefined;
  const blocks = listOf(asRecord(message.providerData?.[key])["reasoning_details"]).map(asRecord);
  if (blocks.length > 0) return { reasoning_details: withSentIds(blocks, message, key, callId) };
  const text = message.content.map((part) => (part.type === "reasoning" ? part.text : "")).join("");
  return text === "" ? undefined : { reasoning_content: text };
};

/** Returns the fields in place of missing reasoning; empty if the server does not demand it. */
export const standInFields = ({ rules, standIn }: ChatReasoning, calls: readonly string[]): UnknownRecord =>
  rules[calls.length > 0 ? "calls" : "answers"] === "demanded" ? (standIn?.(calls) ?? {}) : {};

/** Renames calls in blocks whose id in the session differs from the provider's, which need not be unique. */
const withSentIds = (
  blocks: readonly UnknownRecord[],
  message: AssistantMessage,
  key: string,
  callId: (id: string) => string,
): readonly UnknownRecord[] => {
  const sent = new Map<unknown, string>();
  for (const { id, providerData } of toolCalls(message)) {
    const own = maybeText(asRecord(providerData?.[key])["callId"]);
    if (own !== undefined) sent.set(own, callId(id));
  }
  return blocks.map((block) => {
    const id = sent.get(block["id"]);
    return id === undefined || id === block["id"] ? block : { ...block, id };
  });
};
