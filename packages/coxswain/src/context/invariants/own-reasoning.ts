import type { AssistantMessage, AssistantPart, TextPart, ToolCallPart } from "../../model/index.ts";
import type { ConversationMessage, Facts, Invariant } from "../invariant.ts";

/**
 * Sends reasoning back only to the model that wrote it, and only within its run unless the session's policy differs.
 * Opaque data of another model is removed as well: its signatures and item ids are meaningless elsewhere. Content of a
 * provider goes back to every model of that provider and to no other; in its message the reasoning before it stays,
 * because providers reject such content without it.
 *
 * This is the only invariant that can change a message later: when its run has ended, or when the model changes.
 */
export const ownReasoning: Invariant = {
  name: "own reasoning",
  enforce: (messages, facts) => messages.map((message) => (message.role === "assistant" ? withOwn(message, facts) : message)),
};

const withOwn = (message: AssistantMessage, facts: Facts): ConversationMessage => {
  const { model, edits } = facts;
  if (message.model !== model.reference) {
    const changes = message.content.some((part) => part.type === "reasoning" || part.providerData !== undefined);
    if (!changes) return message;
    return isOfProvider(message, model.provider)
      ? edits.once(message, "of another model of the provider", () => plain(message, true))
      : edits.once(message, "of another provider", () => plain(message, false));
  }
  if (goesBack(message, facts) || !message.content.some(isReasoning)) return message;
  return edits.once(message, "without reasoning", () => withoutReasoning(message));
};

const isOfProvider = ({ model }: AssistantMessage, provider: string): boolean => model.startsWith(`${provider}/`);

const goesBack = (message: AssistantMessage, { reasoning, running }: Facts): boolean =>
  reasoning === "sameModel" || (reasoning === "run" && (running.has(message) || message.content.some(isOfTheProvider)));

const isReasoning = ({ type }: AssistantPart): boolean => type === "reasoning";

const isOfTheProvider = ({ type }: AssistantPart): boolean => type === "provider";

const withoutReasoning = (message: AssistantMessage): AssistantMessage => ({
  ...message,
  content: message.content.filter((part) => !isReasoning(part)),
});

const plain = (message: AssistantMessage, sameProvider: boolean): AssistantMessage => ({
  ...message,
  content: message.content.flatMap((part): AssistantPart[] => {
    switch (part.type) {
      case "reasoning":
        return [];
      case "provider":
        return sameProvider ? [part] : [];
      default:
        return [withoutData(part)];
    }
  }),
});

const withoutData = <Part extends TextPart | ToolCallPart>(part: Part): Part => {
  const { providerData, ...rest } = part;
  return providerData === undefined ? part : (rest as Part);
};
