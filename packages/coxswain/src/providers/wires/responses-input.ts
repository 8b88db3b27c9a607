import { asRecord, type UnknownRecord } from "../../base/index.ts";
import type {
  AssistantPart,
  ModelRequest,
  ProviderPart,
  ReasoningPart,
  TextPart,
  ToolCallPart,
  ToolMessage,
  UserPart,
} from "../../model/index.ts";
import { wireCallId } from "../call-id.ts";
import { callInput, convertLists, resultContent, sentParts } from "../message-content.ts";
import { maybeText } from "./fields.ts";

/** An item of the input: a message, a call, a result or reasoning. */
export type InputItem = UnknownRecord;

type Message = ModelRequest["messages"][number];

/** Returns a function that converts messages to input items. It converts each message once. */
export const inputWriter = (): ((messages: readonly Message[]) => readonly InputItem[]) => {
  const itemsOf = convertLists(messageItems);
  return (messages) => itemsOf(messages).flat();
};

const messageItems = (message: Message): readonly InputItem[] => {
  switch (message.role) {
    case "user": {
      const content = sentParts(message.content).map(inputPart);
      return content.length === 0 ? [] : [{ role: "user", content }];
    }
    case "assistant":
      return assistantItems(sentParts(message.content));
    case "tool":
      return [resultItem(message)];
  }
};

const inputPart = (part: UserPart): UnknownRecord =>
  part.type === "text"
    ? { type: "input_text", text: part.text }
    : { type: "input_image", image_url: `data:${part.mediaType};base64,${part.data}` };

/** The API has no field for a failure: the text reports it. */
const resultItem = (message: ToolMessage): InputItem => {
  const { text, images } = resultContent(message);
  const output = message.isError ? JSON.stringify({ error: text }) : text;
  return {
    type: "function_call_output",
    call_id: wireCallId(message.callId),
    output: images.length === 0 ? output : [inputPart({ type: "text", text: output }), ...images.map(inputPart)],
  };
};

const assistantItems = (parts: readonly AssistantPart[]): readonly InputItem[] => {
  const reasoning = reasoningItems(parts.filter((part) => part.type === "reasoning"));
  const sentReasoning = new Set([...reasoning.values()].map(({ id }) => id));
  return parts.flatMap((part): readonly InputItem[] => {
    switch (part.type) {
      case "text":
        return [textItem(part)];
      case "reasoning": {
        const item = reasoning.get(part);
        return item === undefined ? [] : [item];
      }
      case "tool_call":
        return [callItem(part)];
      case "provider":
        return providerItems(part, sentReasoning);
    }
  });
};

/**
 * The item as it arrived. It is omitted without the reasoning before it, which OpenAI requires with it, and which another
 * model does not receive.
 */
const providerItems = (part: ProviderPart, reasoning: ReadonlySet<unknown>): readonly InputItem[] => {
  const { item, reasoningId } = dataOf(part);
  if (typeof item !== "object" || item === null || (reasoningId != null && !reasoning.has(reasoningId))) return [];
  return [item as InputItem];
};

const dataOf = ({ providerData }: AssistantPart): UnknownRecord => asRecord(providerData?.["openai"]);

const textItem = (part: TextPart): InputItem => {
  const { phase } = dataOf(part);
  return { role: "assistant", content: part.text, ...(phase == null ? {} : { phase }) };
};

const callItem = (part: ToolCallPart): InputItem => {
  const { async, namespace, caller } = dataOf(part);
  return {
    type: "function_call",
    call_id: wireCallId(part.id),
    name: part.name,
    arguments: JSON.stringify(callInput(part.input)),
    ...(async == null ? {} : { async }),
    ...(namespace == null ? {} : { namespace }),
    ...(caller == null ? {} : { caller: callerOf(asRecord(caller)) }),
  };
};

const callerOf = (caller: UnknownRecord): UnknownRecord =>
  caller["type"] === "program" ? { type: "program", caller_id: caller["callerId"] } : caller;

/**
 * Returns the items of a message's reasoning, each by its first part: parts with the same item ID are the summaries of
 * one item, and the last of them has its content. Without storage, OpenAI accepts only items with encrypted content.
 */
const reasoningItems = (parts: readonly ReasoningPart[]): ReadonlyMap<ReasoningPart, InputItem> => {
  const items = Map.groupBy(parts, (part) => maybeText(dataOf(part)["itemId"]) ?? part);
  return new Map(
    [...items].flatMap(([id, [first, ...others]]) => {
      if (first === undefined) return [];
      const all = [first, ...others];
      const encrypted = all
        .map((part) => maybeText(dataOf(part)["reasoningEncryptedContent"]))
        .findLast((content) => content !== undefined);
      if (encrypted === undefined) return [];
      const summary = all.flatMap(({ text }) => (text === "" ? [] : [{ type: "summary_text", text }]));
      return [[first, { type: "reasoning", ...(typeof id === "string" ? { id } : {}), encrypted_content: encrypted, summary }]];
    }),
  );
};
