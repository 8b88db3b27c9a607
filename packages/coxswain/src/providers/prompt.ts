import type { LanguageModelV4Message, LanguageModelV4Prompt } from "@ai-sdk/provider";
import type { ModelRequest } from "../model/index.ts";
import { cachePlaces } from "./cache-marks.ts";
import type { Dialect } from "./dialect.ts";
import { convertLists, IMAGES_OF_RESULTS, sentSections } from "./message-content.ts";
import { assistantMessage, type ConvertedResult, toolResult, userMessage } from "./message-parts.ts";

type Message = ModelRequest["messages"][number];

/** Returns a function that converts requests to AI SDK prompts. A turn converts only new messages. */
export const promptWriter = (dialect: Dialect): ((request: Pick<ModelRequest, "system" | "messages">) => LanguageModelV4Prompt) => {
  const convert = convertLists((message: Message) => converted(message, dialect));
  return ({ system, messages }) => {
    const prompt = [...systemMessages(system, dialect), ...withJoinedResults(convert(messages))];
    if (dialect.cacheMark !== undefined) mark(prompt, dialect.cacheMark);
    return prompt;
  };
};

/** Undefined: the message is empty. */
type Converted = LanguageModelV4Message | ConvertedResult | undefined;

const converted = (message: Message, dialect: Dialect): Converted => {
  switch (message.role) {
    case "user":
      return userMessage(message);
    case "assistant":
      return assistantMessage(message, dialect);
    case "tool":
      return toolResult(message, dialect);
  }
};

/** Joins consecutive results into one message, and their separate images into another. */
const withJoinedResults = (messages: readonly Converted[]): readonly LanguageModelV4Message[] => {
  const joined: LanguageModelV4Message[] = [];
  let results: ConvertedResult[] = [];
  for (const message of messages) {
    if (message === undefined) continue;
    if ("part" in message) {
      results.push(message);
      continue;
    }
    joined.push(...resultMessages(results), message);
    results = [];
  }
  joined.push(...resultMessages(results));
  return joined;
};

const resultMessages = (results: readonly ConvertedResult[]): readonly LanguageModelV4Message[] => {
  if (results.length === 0) return [];
  const images = results.flatMap((result) => result.images);
  const tool: LanguageModelV4Message = { role: "tool", content: results.map(({ part }) => part) };
  return images.length === 0 ? [tool] : [tool, { role: "user", content: [{ type: "text", text: IMAGES_OF_RESULTS }, ...images] }];
};

const systemMessages = (system: readonly string[], { oneSystemMessage }: Dialect): readonly LanguageModelV4Message[] => {
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
