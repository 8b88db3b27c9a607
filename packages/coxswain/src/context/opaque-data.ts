import type { AssistantMessage, AssistantPart } from "../model/index.ts";

/** Returns a response without its reasoning, as text and as data of the whole response. */
export const withoutReasoning = (message: AssistantMessage): AssistantMessage => {
  const { providerData: _, ...rest } = message;
  return { ...rest, content: message.content.filter(({ type }) => type !== "reasoning") };
};

/** Returns a response without all that only the model that wrote it can read. Content of the provider stays. */
export const withoutModelData = (message: AssistantMessage): AssistantMessage => {
  const { content, ...rest } = withoutReasoning(message);
  return { ...rest, content: content.map((part) => (part.type === "provider" ? part : withoutData(part))) };
};

/** Returns a response without all that only its provider can read. */
export const withoutOpaqueData = (message: AssistantMessage): AssistantMessage => {
  const { content, ...rest } = withoutModelData(message);
  return { ...rest, content: content.filter(({ type }) => type !== "provider") };
};

const withoutData = (part: Exclude<AssistantPart, { readonly type: "provider" }>): AssistantPart => {
  const { providerData, ...rest } = part;
  return providerData === undefined ? part : rest;
};
