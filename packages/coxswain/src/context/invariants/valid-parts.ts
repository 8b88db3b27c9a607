import type { AssistantMessage, AssistantPart, TextPart, UserPart } from "../../model/index.ts";
import type { ConversationMessage, Invariant } from "../invariant.ts";

/**
 * Removes parts that the message's role does not allow, parts of an unknown type, and malformed provider data. Another
 * program, or a later version of this one, may have written them.
 */
export const validParts: Invariant = {
  name: "valid parts",
  enforce: (messages, { edits }) =>
    messages.map((message) => (isValid(message) ? message : edits.once(message, "valid parts", () => withValidParts(message)))),
};

type Part = UserPart | AssistantPart;

const isValid = (message: ConversationMessage): boolean =>
  hasValidData(message) && message.content.every((part) => isAllowed(part, message.role) && hasValidData(part));

const withValidParts = (message: ConversationMessage): ConversationMessage => {
  // Content of the provider is nothing without its data.
  const content = (message.content as readonly Part[])
    .filter((part) => isAllowed(part, message.role) && (part.type !== "provider" || hasValidData(part)))
    .map(withValidData);
  return { ...withValidData(message), content } as ConversationMessage;
};

const isAllowed = ({ type }: Part, role: ConversationMessage["role"]): boolean =>
  role === "assistant" ? OF_ASSISTANT.has(type) : type === "text" || type === "image";

const OF_ASSISTANT: ReadonlySet<string> = new Set(["text", "reasoning", "tool_call", "provider"] satisfies AssistantPart["type"][]);

const withValidData = <Holder extends Part | ConversationMessage>(holder: Holder): Holder => {
  if (hasValidData(holder)) return holder;
  const { providerData: _, ...rest } = holder as TextPart | AssistantMessage;
  return rest as Holder;
};

/** A provider's data is a record of records; adapters throw for anything else. */
const hasValidData = (holder: Part | ConversationMessage): boolean => {
  const { type, providerData } = holder as { readonly type?: string; readonly providerData?: unknown };
  if (providerData === undefined) return type !== "provider";
  return isRecord(providerData) && Object.values(providerData).every(isRecord);
};

const isRecord = (value: unknown): value is object => typeof value === "object" && value !== null && !Array.isArray(value);
