import type { ModelRequest } from "../../model/index.ts";

type Message = ModelRequest["messages"][number];

/** A message of a request, or a part of its content. */
export interface HistoryLocation {
  readonly message: Message;
  readonly part?: number;
}

/**
 * Returns the locations in a request that a provider's error names, the most exact first: `messages.17.content.2`, an id of a
 * call or an item. Indices count in the provider's own format, which joins or splits messages, so each result is a guess.
 */
export const locationsIn = (words: string, { messages, system }: Pick<ModelRequest, "messages" | "system">): readonly HistoryLocation[] => {
  for (const { pattern, layout, includesSystemPrompt } of WIRES) {
    const [matched, at, part, inner] = pattern.exec(words) ?? [];
    if (matched === undefined) continue;
    const items = layout(messages);
    const pointed = (includesSystemPrompt ? systemMessages(system) : [0]).map((before) => items[Number(at) - before] ?? []);
    return [...pointed.flatMap((item) => pick(item, part, inner)), ...pointed.flatMap(whole)].toSorted(answersLast);
  }
  return byId(words, messages).toSorted(answersLast);
};

/** Omitting an answer also omits the results of its calls, so a problem in a result would be put down to the answer. */
const answersLast = (one: HistoryLocation, other: HistoryLocation): number =>
  Number(one.message.role === "assistant") - Number(other.message.role === "assistant");

/** Possible numbers of messages of a system prompt that is part of the list: one for each section, or one. */
const systemMessages = (system: readonly string[]): readonly number[] => [
  ...new Set([system.filter((section) => section.trim() !== "").length, 1]),
];

/** The locations in one element of a provider's list of messages, in order. */
type Item = readonly HistoryLocation[];
type Layout = (messages: readonly Message[]) => readonly Item[];

const pick = (item: Item, part: string | undefined, inner: string | undefined): readonly HistoryLocation[] => {
  // An item that is one part of an answer is a location itself.
  const own = item.length === 1 && item[0]?.message.role === "assistant" ? item[0] : undefined;
  const place = part === undefined ? own : item[Number(part)];
  if (place === undefined) return [];
  // A location in a result's content.
  return inner === undefined ? [place] : [{ message: place.message, part: Number(inner) }, place];
};

const whole = (item: Item): readonly HistoryLocation[] => [...new Set(item.map(({ message }) => message))].map((message) => ({ message }));

const partsOf = (message: Message): Item =>
  message.role === "tool" ? [{ message }] : message.content.map((_, part) => ({ message, part }));

/** Anthropic: consecutive messages of one side are one turn. */
const turns: Layout = (messages) => joined(messages, (one, other) => (one.role === "assistant") === (other.role === "assistant"));

/** Gemini: one item a message; the results of one turn are one item. */
const contents: Layout = (messages) => joined(messages, (one, other) => one.role === "tool" && other.role === "tool");

const joined = (messages: readonly Message[], together: (one: Message, other: Message) => boolean): readonly Item[] => {
  const items: HistoryLocation[][] = [];
  for (const [at, message] of messages.entries()) {
    const before = messages[at - 1];
    const last = items.at(-1);
    if (last !== undefined && before !== undefined && together(before, message)) last.push(...partsOf(message));
    else items.push([...partsOf(message)]);
  }
  return items;
};

/** OpenAI Chat: images of results are in a message after the results, behind a text part. */
const chat: Layout = (messages) => {
  const items: Item[] = [];
  let images: HistoryLocation[] = [];
  const flush = (): void => {
    const [first] = images;
    if (first !== undefined) items.push([{ message: first.message }, ...images]);
    images = [];
  };
  for (const message of messages) {
    if (message.role !== "tool") flush();
    items.push(partsOf(message));
    if (message.role === "tool") images.push(...message.content.flatMap(({ type }, part) => (type === "image" ? [{ message, part }] : [])));
  }
  flush();
  return items;
};

/** OpenAI Responses: each part of an assistant message is a separate item. */
const responses: Layout = (messages) =>
  messages.flatMap((message): readonly Item[] =>
    message.role === "assistant" ? partsOf(message).map((place) => [place]) : [message.content.map((_, part) => ({ message, part }))],
  );

interface Wire {
  readonly pattern: RegExp;
  readonly layout: Layout;
  /** True if the system prompt is part of the list. */
  readonly includesSystemPrompt: boolean;
}

const WIRES: readonly Wire[] = [
  { pattern: /messages\.(\d+)(?:\.content\.(\d+)(?:\.tool_result\.content\.(\d+))?)?/, layout: turns, includesSystemPrompt: false },
  { pattern: /messages\.?\[(\d+)\](?:\.content\[(\d+)\])?/, layout: chat, includesSystemPrompt: true },
  { pattern: /input\[(\d+)\](?:\.(?:content|output)\[(\d+)\])?/, layout: responses, includesSystemPrompt: true },
  { pattern: /contents\[(\d+)\](?:\.parts\[(\d+)\])?/, layout: contents, includesSystemPrompt: false },
];

/** Shorter ids, as our own, would match parts of other words. */
const SHORTEST_ID = 4;

const byId = (words: string, messages: readonly Message[]): readonly HistoryLocation[] => {
  const named = (id: unknown): boolean => typeof id === "string" && id.length >= SHORTEST_ID && words.includes(id);
  const data = (value: unknown): boolean => (typeof value === "object" && value !== null ? Object.values(value).some(data) : named(value));
  return messages.flatMap((message): readonly HistoryLocation[] => {
    if (message.role === "tool") return named(message.callId) ? [{ message }] : [];
    if (message.role === "user") return [];
    return message.content.flatMap((part, at) => {
      const isNamed = (part.type === "tool_call" && named(part.id)) || data(part.providerData) || (at === 0 && data(message.providerData));
      return isNamed ? [{ message, part: at }] : [];
    });
  });
};
