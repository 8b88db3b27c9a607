import type {
  LanguageModelV4FilePart,
  LanguageModelV4Message,
  LanguageModelV4Prompt,
  LanguageModelV4ToolResultPart,
} from "@ai-sdk/provider";
import type { ModelRequest } from "../model/index.ts";
import { cachePlaces } from "./cache-marks.ts";
import type { Dialect } from "./dialect.ts";
import { assistantMessage, type ConvertedResult, toolResult, userMessage } from "./message-parts.ts";

type Message = ModelRequest["messages"][number];
type Converted = LanguageModelV4Message | ConvertedResult | undefined;

/** Consecutive results, and the messages that they are sent as. */
interface Group {
  readonly results: readonly ConvertedResult[];
  readonly messages: readonly LanguageModelV4Message[];
}

/**
 * Writes requests as the AI SDK's prompts. Each message, and each group of results, is converted once, however many requests
 * it is part of: a turn costs what is new in it.
 */
export const promptWriter = (dialect: Dialect): ((request: Pick<ModelRequest, "system" | "messages">) => LanguageModelV4Prompt) => {
  const converted = new WeakMap<Message, { readonly value: Converted }>();
  const grouped = new WeakMap<ConvertedResult, Group>();
  const convert = (message: Message): Converted => {
    const known = converted.get(message);
    if (known !== undefined) return known.value;
    const value = convertMessage(message, dialect);
    converted.set(message, { value });
    return value;
  };
  const group = (results: readonly ConvertedResult[]): readonly LanguageModelV4Message[] => {
    const [first] = results;
    if (first === undefined) return [];
    const known = grouped.get(first);
    if (known !== undefined && isSame(known.results, results)) return known.messages;
    const messages = resultMessages(results);
    grouped.set(first, { results, messages });
    return messages;
  };

  return ({ system, messages }) => {
    const prompt: LanguageModelV4Message[] = systemMessages(system, dialect);
    let results: ConvertedResult[] = [];
    const flush = () => {
      if (results.length === 0) return;
      prompt.push(...group(results));
      results = [];
    };
    for (const message of messages) {
      const next = convert(message);
      if (next === undefined) continue;
      if ("part" in next) results.push(next);
      else {
        flush();
        prompt.push(next);
      }
    }
    flush();
    return dialect.cacheMark === undefined ? prompt : marked(prompt, dialect.cacheMark);
  };
};

const convertMessage = (message: Message, dialect: Dialect): Converted => {
  switch (message.role) {
    case "user":
      return userMessage(message);
    case "assistant":
      return assistantMessage(message, dialect);
    case "tool":
      return toolResult(message, dialect);
  }
};

const systemMessages = (system: readonly string[], { oneSystemMessage }: Dialect): LanguageModelV4Message[] => {
  const sections = system.filter((section) => section.trim() !== "");
  const contents = oneSystemMessage === true && sections.length > 0 ? [sections.join("\n\n")] : sections;
  return contents.map((content) => ({ role: "system", content }));
};

const isSame = (some: readonly ConvertedResult[], others: readonly ConvertedResult[]): boolean =>
  some.length === others.length && some.every((result, at) => result === others[at]);

/** Consecutive results are one message, and the images that have no place in them another. */
const resultMessages = (results: readonly ConvertedResult[]): LanguageModelV4Message[] => {
  const parts: LanguageModelV4ToolResultPart[] = results.map(({ part }) => part);
  const images: LanguageModelV4FilePart[] = results.flatMap((result) => result.images);
  const tool: LanguageModelV4Message = { role: "tool", content: parts };
  return images.length === 0
    ? [tool]
    : [tool, { role: "user", content: [{ type: "text", text: "The images of the tool results above, in order:" }, ...images] }];
};

const marked = (prompt: readonly LanguageModelV4Message[], mark: NonNullable<Dialect["cacheMark"]>): LanguageModelV4Prompt => {
  const marks = [...prompt];
  for (const place of cachePlaces(prompt)) {
    const message = prompt[place];
    if (message !== undefined) marks[place] = { ...message, providerOptions: mark };
  }
  return marks;
};
