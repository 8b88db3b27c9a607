import type { LanguageModelV4Message, LanguageModelV4Prompt } from "@ai-sdk/provider";
import type { ModelRequest } from "../model/index.ts";
import { cachePlaces } from "./cache-marks.ts";
import type { Dialect } from "./dialect.ts";
import { WrittenConversation } from "./written-conversation.ts";

type Message = ModelRequest["messages"][number];

/**
 * Writes requests as the AI SDK's prompts. Of each conversation what was written last is kept for as long as its first message
 * is, so that a turn costs what is new in it.
 */
export const promptWriter = (dialect: Dialect): ((request: Pick<ModelRequest, "system" | "messages">) => LanguageModelV4Prompt) => {
  const conversations = new WeakMap<Message, WrittenConversation>();
  const conversationOf = ([first]: readonly Message[]): WrittenConversation => {
    const known = first && conversations.get(first);
    if (known !== undefined) return known;
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
  const sections = system.filter((section) => section.trim() !== "");
  const contents = oneSystemMessage === true && sections.length > 0 ? [sections.join("\n\n")] : sections;
  return contents.map((content) => ({ role: "system", content }));
};

/** The messages themselves are those of other prompts, too. */
const mark = (prompt: LanguageModelV4Message[], cacheMark: NonNullable<Dialect["cacheMark"]>): void => {
  for (const place of cachePlaces(prompt)) {
    const message = prompt[place];
    if (message !== undefined) prompt[place] = { ...message, providerOptions: cacheMark };
  }
};
