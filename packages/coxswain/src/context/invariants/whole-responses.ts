import type { AssistantMessage } from "../../model/index.ts";
import type { ConversationMessage, Invariant } from "../invariant.ts";
import { withoutReasoning } from "../opaque-data.ts";

/** Omits failed responses. A response that the user interrupted and preserved is reduced to its text. */
export const wholeResponses: Invariant = {
  name: "whole responses",
  enforce: (messages, { edits }) =>
    messages
      .filter((message) => !hasFailed(message))
      .map((message) => (hasLooseParts(message) ? edits.once(message, "text only", () => textOnly(message)) : message)),
};

const hasFailed = (message: ConversationMessage): boolean => message.role === "assistant" && message.streamError !== undefined;

const hasLooseParts = (message: ConversationMessage): message is AssistantMessage =>
  message.role === "assistant" &&
  message.stop === "interrupted" &&
  (message.providerData !== undefined || message.content.some(({ type }) => type !== "text"));

/** Reasoning is removed as well: providers reject incomplete reasoning. */
const textOnly = (message: AssistantMessage): AssistantMessage => {
  const { content, ...rest } = withoutReasoning(message);
  return { ...rest, content: content.filter(({ type }) => type === "text") };
};
