import type { LanguageModelV4Message, LanguageModelV4Prompt } from "@ai-sdk/provider";
import type { ModelRequest } from "../model/index.ts";
import { cachePlaces } from "./cache-marks.ts";
import type { Dialect } from "./dialect.ts";
import { sentSections } from "./message-content.ts";
import { WrittenConversation } from "./written-conversation.ts";

type Message = ModelRequest["messages"][number];

/**
 * Returns a function that converts requests to AI SDK prompts. The converted messages of each conversation are cached
 * while its first message is alive, so that a turn converts only new messages.
 */
export const promptWriter = (dialect: Dialect): ((request: Pick<ModelRequest, "system" | "messages">) => LanguageModelV4Prompt) => {
  const conversations = new WeakMap<Message, WrittenConversation>();
  const conversationOf = ([first]: readonly Message[]): WrittenConversation => {
    const existing = first && conversations.get(first);
    if (existing !== undefined) return existing;
    const conversation = new WrittenConversation(dialect);
    if (first !== undefined) conversations.set(first, conversation);
    return conversation;
  };
  return ({ system, messages }) => {
    const prompt = [...systemMessages(system, dialect), ...conversationOf(messages).write(messages)];
    if (dialect.cacheMark !== undefined) mark(prompt, dialect.cacheMark);
    return prompt;
  };
};

const systemMessages = (system: readonly string[], { oneSystemMessage }: Dialect): LanguageModelV4Message[] => {
  const sections = sentSections(system);
  const contents = oneSystemMessage === true && sections.length > 0 ? [sections.join("\n\n")] : sections;
  return contents.map((content) => ({ role: "system", content }));
};

/** Marks copies: the message objects are shared with other prompts. */
const mark = (prompt: LanguageModelV4Message[], cacheMark: NonNullable<Dialect["cacheMark"]>): void => {
  for (const place of cachePlaces(prompt)) {
    const message = prompt[place];
    if (message !== undefined) prompt[place] = { ...message, providerOptions: cacheMark };
  }
};
