import type { AssistantMessage, AssistantPart } from "../model/index.ts";

/** Returns a response without its reasoning, as text and as data of the whole response. */
export const withoutReasoning = (message: AssistantMessage): AssistantMessage => {
  const { providerData: _, ...rest } = message;
  return { ...rest, content: message.content.filter(({ type }) => type !== "reasoning") };
};

/** Returns a response without its reasoning and without all other data that only its provider can read. */
export const withoutOpaqueData = (message: AssistantMessage): AssistantMessage => {
  const { content, ...rest } = withoutReasoning(message);
  return { ...rest, content: content.map(withoutData) };
};

const withoutData = (part: AssistantPart): AssistantPart => {
  const { providerData, ...rest } = part;
  return providerData === undefined ? part : rest;
};
