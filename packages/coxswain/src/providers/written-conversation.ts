import type { LanguageModelV4FilePart, LanguageModelV4Message, LanguageModelV4ToolResultPart } from "@ai-sdk/provider";
import type { ModelRequest } from "../model/index.ts";
import type { Dialect } from "./dialect.ts";
import { assistantMessage, type ConvertedResult, toolResult, userMessage } from "./message-parts.ts";

type Message = ModelRequest["messages"][number];

/** One conversation as the AI SDK's messages, written again for each request: as far as it's the same, it is not converted again. */
export class WrittenConversation {
  readonly #dialect: Dialect;
  /** What was written last, message by message. */
  readonly #given: Message[] = [];
  /** Of that, what stays as it is whatever follows. */
  readonly #settled: LanguageModelV4Message[] = [];
  /** For each of these, how many of the given messages had been read by then. */
  readonly #readBy: number[] = [];
  /** The results at the end: more may come to them. */
  #results: ConvertedResult[] = [];

  constructor(dialect: Dialect) {
    this.#dialect = dialect;
  }

  /** A list of its own each time, of messages that are the same objects for as long as they say the same. */
  write(messages: readonly Message[]): LanguageModelV4Message[] {
    const same = sameFrom(this.#given, messages);
    if (same < this.#given.length) this.#forgetAfter(same);
    for (const message of messages.slice(this.#given.length)) this.#read(message);
    return [...this.#settled, ...resultMessages(this.#results)];
  }

  #read(message: Message): void {
    this.#given.push(message);
    if (message.role === "tool") {
      this.#results.push(toolResult(message, this.#dialect));
      return;
    }
    const converted = message.role === "user" ? userMessage(message) : assistantMessage(message, this.#dialect);
    if (converted === undefined) return;
    for (const settled of [...resultMessages(this.#results), converted]) {
      this.#settled.push(settled);
      this.#readBy.push(this.#given.length);
    }
    this.#results = [];
  }

  #forgetAfter(length: number): void {
    const kept = this.#readBy.findLastIndex((read) => read <= length) + 1;
    this.#settled.length = kept;
    this.#readBy.length = kept;
    this.#given.length = this.#readBy.at(-1) ?? 0;
    this.#results = [];
  }
}

/** How many of the messages at the beginning of two lists are the same. */
const sameFrom = (some: readonly Message[], others: readonly Message[]): number => {
  const at = some.findIndex((message, index) => message !== others[index]);
  return at === -1 ? some.length : at;
};

/** Consecutive results are one message, and the images that have no place in them another. */
const resultMessages = (results: readonly ConvertedResult[]): LanguageModelV4Message[] => {
  if (results.length === 0) return [];
  const parts: LanguageModelV4ToolResultPart[] = results.map(({ part }) => part);
  const images: LanguageModelV4FilePart[] = results.flatMap((result) => result.images);
  const tool: LanguageModelV4Message = { role: "tool", content: parts };
  return images.length === 0
    ? [tool]
    : [tool, { role: "user", content: [{ type: "text", text: "The images of the tool results above, in order:" }, ...images] }];
};
