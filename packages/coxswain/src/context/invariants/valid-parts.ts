import type { AssistantPart, ProviderData, ToolCallPart, ToolMessage, UserPart } from "../../model/index.ts";
import type { ConversationMessage, Invariant } from "../invariant.ts";

/**
 * Removes parts that the message's role does not allow or that are malformed. Another program may have written them.
 */
export const validParts: Invariant = {
  name: "valid parts",
  enforce: (messages, { edits }) =>
    messages.map((message) => (isValid(message) ? message : edits.once(message, "valid parts", () => withValidParts(message)))),
};

const isValid = (message: ConversationMessage): boolean =>
  message.content.every((part) => validPart(part, message.role) === part) && (message.role !== "tool" || isNamed(message));

const isNamed = ({ callId, name }: { readonly callId: unknown; readonly name: unknown }): boolean =>
  typeof callId === "string" && typeof name === "string";

const withValidParts = (message: ConversationMessage): ConversationMessage => {
  const content = message.content.map((part) => validPart(part, message.role)).filter((part) => part !== undefined);
  const named = message.role === "tool" && !isNamed(message) ? namesOf(message) : {};
  return { ...message, ...named, content } as ConversationMessage;
};

const namesOf = ({ callId, name }: ToolMessage): Pick<ToolMessage, "callId" | "name"> => ({ callId: textOf(callId), name: textOf(name) });

/** Returns the part itself when it is valid, a repaired copy, or undefined when it cannot be sent. */
const validPart = (part: unknown, role: ConversationMessage["role"]): UserPart | AssistantPart | undefined => {
  if (!isRecord(part)) return undefined;
  switch (part["type"]) {
    case "text":
      return typeof part["text"] === "string" ? withValidData(part) : undefined;
    case "image":
      return role !== "assistant" && typeof part["mediaType"] === "string" && typeof part["data"] === "string" ? cast(part) : undefined;
    case "reasoning":
      return role === "assistant" && typeof part["text"] === "string" ? withValidData(part) : undefined;
    case "tool_call":
      return role === "assistant" ? withValidData(withValidNames(part)) : undefined;
    default:
      return undefined;
  }
};

const withValidNames = (part: Fields): Fields =>
  typeof part["id"] === "string" && typeof part["name"] === "string"
    ? part
    : { ...part, id: textOf(part["id"]), name: textOf(part["name"]) };

/** A provider's data is a record of records; adapters throw for anything else. */
const withValidData = (part: Fields): UserPart | AssistantPart => {
  const { providerData, ...rest } = part;
  return providerData === undefined || isData(providerData) ? cast(part) : cast(rest);
};

const isData = (value: unknown): value is ProviderData => isRecord(value) && Object.values(value).every(isRecord);

type Fields = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Fields => typeof value === "object" && value !== null && !Array.isArray(value);

const textOf = (value: unknown): ToolCallPart["id"] => (typeof value === "string" ? value : "");

const cast = (part: Fields): UserPart | AssistantPart => part as unknown as UserPart | AssistantPart;
