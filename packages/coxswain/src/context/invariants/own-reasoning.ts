import type { AssistantMessage, AssistantPart } from "../../model/index.ts";
import type { ConversationMessage, Facts, Invariant } from "../invariant.ts";

/**
 * Sends reasoning back only to the model that wrote it, and only within its run unless the session's policy differs.
 * Opaque data of another model is removed as well: its signatures and item ids are meaningless elsewhere.
 *
 * This is the only invariant that can change a message later: when its run has ended, or when the model changes.
 */
export const ownReasoning: Invariant = {
  name: "own reasoning",
  enforce: (messages, facts) => messages.map((message) => (message.role === "assistant" ? withOwn(message, facts) : message)),
};

const withOwn = (message: AssistantMessage, facts: Facts): ConversationMessage => {
  if (message.model !== facts.model.reference) {
    const changes = message.content.some((part) => part.type === "reasoning" || part.providerData !== undefined);
    return changes ? facts.edits.once(message, "of another model", () => plain(message)) : message;
  }
  if (goesBack(message, facts) || !message.content.some(isReasoning)) return message;
  return facts.edits.once(message, "without reasoning", () => withoutReasoning(message));
};

const goesBack = (message: AssistantMessage, { reasoning, running }: Facts): boolean =>
  reasoning === "sameModel" || (reasoning === "run" && running.has(message));

const isReasoning = ({ type }: AssistantPart): boolean => type === "reasoning";

const withoutReasoning = (message: AssistantMessage): AssistantMessage => ({
  ...message,
  content: message.content.filter((part) => !isReasoning(part)),
});

const plain = (message: AssistantMessage): AssistantMessage => ({
  ...message,
  content: message.content.filter((part) => !isReasoning(part)).map(withoutData),
});

const withoutData = (part: AssistantPart): AssistantPart => {
  const { providerData, ...rest } = part;
  return providerData === undefined ? part : rest;
};
