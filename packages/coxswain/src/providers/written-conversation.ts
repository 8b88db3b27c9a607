import type { LanguageModelV4FilePart, LanguageModelV4Message, LanguageModelV4ToolResultPart } from "@ai-sdk/provider";
import type { ModelRequest } from "../model/index.ts";
import type { Dialect } from "./dialect.ts";
import { IMAGES_OF_RESULTS } from "./message-content.ts";
import { assistantMessage, type ConvertedResult, toolResult, userMessage } from "./message-parts.ts";

type Message = ModelRequest["messages"][number];

/** Converts one conversation to AI SDK messages for each request, and reuses the unchanged prefix. */
export class WrittenConversation {
  readonly #dialect: Dialect;
  /** The messages of the last request. */
  readonly #messages: Message[] = [];
  /** Converted messages that no later message can change. */
  readonly #settled: LanguageModelV4Message[] = [];
  /** For each of `#settled`, the number of input messages read up to it. */
  readonly #readBy: number[] = [];
  /** The trailing tool results; further results may join them. */
  #results: ConvertedResult[] = [];

  constructor(dialect: Dialect) {
    this.#dialect = dialect;
  }

  /** Returns a new array each time. Unchanged messages are the same objects. */
  write(messages: readonly Message[]): LanguageModelV4Message[] {
    const same = sameFrom(this.#messages, messages);
    if (same < this.#messages.length) this.#forgetAfter(same);
    for (const message of messages.slice(this.#messages.length)) this.#read(message);
    return [...this.#settled, ...resultMessages(this.#results)];
  }

  #read(message: Message): void {
    this.#messages.push(message);
    if (message.role === "tool") {
      this.#results.push(toolResult(message, this.#dialect));
      return;
    }
    const converted = message.role === "user" ? userMessage(message) : assistantMessage(message, this.#dialect);
    if (converted === undefined) return;
    for (const settled of [...resultMessages(this.#results), converted]) {
      this.#settled.push(settled);
      this.#readBy.push(this.#messages.length);
    }
    this.#results = [];
  }

  #forgetAfter(length: number): void {
    const reusable = this.#readBy.findLastIndex((read) => read <= length) + 1;
    this.#settled.length = reusable;
    this.#readBy.length = reusable;
    this.#messages.length = this.#readBy.at(-1) ?? 0;
    this.#results = [];
  }
}

/** Returns the length of the common prefix of two lists. */
const sameFrom = (some: readonly Message[], others: readonly Message[]): number => {
  const at = some.findIndex((message, index) => message !== others[index]);
  return at === -1 ? some.length : at;
};

/** Joins consecutive results into one message, and their separate images into another. */
const resultMessages = (results: readonly ConvertedResult[]): LanguageModelV4Message[] => {
  if (results.length === 0) return [];
  const parts: LanguageModelV4ToolResultPart[] = results.map(({ part }) => part);
  const images: LanguageModelV4FilePart[] = results.flatMap((result) => result.images);
  const tool: LanguageModelV4Message = { role: "tool", content: parts };
  return images.length === 0 ? [tool] : [tool, { role: "user", content: [{ type: "text", text: IMAGES_OF_RESULTS }, ...images] }];
};
