import type { ModelRequest } from "../../model/index.ts";

type Message = ModelRequest["messages"][number];

/** A message of a request, or a part of its content. */
export interface HistoryLocation {
  readonly message: Message;
  readonly part?: number;
}

/**
 * Where in a request a provider's words point, the most exact first: `messages.17.content.2`, an id of a call or an item.
 * The index is of the provider's own wire, which joins messages or takes them apart; so what is given is a guess to be tried.
 */
export const placesIn = (words: string, { messages, system }: Pick<ModelRequest, "messages" | "system">): readonly HistoryLocation[] => {
  for (const { pattern, layout, systemAmong } of WIRES) {
    const [matched, at, part, inner] = pattern.exec(words) ?? [];
    if (matched === undefined) continue;
    const items = layout(messages);
    const pointed = (systemAmong ? systemMessages(system) : [0]).map((before) => items[Number(at) - before] ?? []);
    return [...pointed.flatMap((item) => pick(item, part, inner)), ...pointed.flatMap(whole)].toSorted(answersLast);
  }
  return byId(words, messages).toSorted(answersLast);
};

/** Without an answer the results of its calls go as well, so that what is theirs would look like the answer's. */
const answersLast = (one: HistoryLocation, other: HistoryLocation): number =>
  Number(one.message.role === "assistant") - Number(other.message.role === "assistant");

/** How many messages the system prompt may be where it stands among the others: one for each section, or one. */
const systemMessages = (system: readonly string[]): readonly number[] => [
  ...new Set([system.filter((section) => section.trim() !== "").length, 1]),
];

/** What one element of a wire's list of messages holds, in its order. */
type Item = readonly HistoryLocation[];
type Layout = (messages: readonly Message[]) => readonly Item[];

const pick = (item: Item, part: string | undefined, inner: string | undefined): readonly HistoryLocation[] => {
  // An item that is one part of an answer is pointed at by itself.
  const own = item.length === 1 && item[0]?.message.role === "assistant" ? item[0] : undefined;
  const place = part === undefined ? own : item[Number(part)];
  if (place === undefined) return [];
  // A place in a result's own content.
  return inner === undefined ? [place] : [{ message: place.message, part: Number(inner) }, place];
};

const whole = (item: Item): readonly HistoryLocation[] => [...new Set(item.map(({ message }) => message))].map((message) => ({ message }));

const partsOf = (message: Message): Item =>
  message.role === "tool" ? [{ message }] : message.content.map((_, part) => ({ message, part }));

/** One turn of Anthropic's is all messages of one side that follow each other. */
const turns: Layout = (messages) => joined(messages, (one, other) => (one.role === "assistant") === (other.role === "assistant"));

/** Gemini's contents are messages, and the results of one turn together. */
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

/** OpenAI's chat has the images of results in a message after them, behind a text. */
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

/** OpenAI's Responses have each part of the assistant's as an item of its own. */
const responses: Layout = (messages) =>
  messages.flatMap((message): readonly Item[] =>
    message.role === "assistant" ? partsOf(message).map((place) => [place]) : [message.content.map((_, part) => ({ message, part }))],
  );

interface Wire {
  readonly pattern: RegExp;
  readonly layout: Layout;
  /** Whether the system prompt stands among the messages. */
  readonly systemAmong: boolean;
}

const WIRES: readonly Wire[] = [
  { pattern: /messages\.(\d+)(?:\.content\.(\d+)(?:\.tool_result\.content\.(\d+))?)?/, layout: turns, systemAmong: false },
  { pattern: /messages\.?\[(\d+)\](?:\.content\[(\d+)\])?/, layout: chat, systemAmong: true },
  { pattern: /input\[(\d+)\](?:\.(?:content|output)\[(\d+)\])?/, layout: responses, systemAmong: true },
  { pattern: /contents\[(\d+)\](?:\.parts\[(\d+)\])?/, layout: contents, systemAmong: false },
];

/** Ids of our own are short, and would be found in other words. */
const SHORTEST_ID = 4;

const byId = (words: string, messages: readonly Message[]): readonly HistoryLocation[] => {
  const named = (id: unknown): boolean => typeof id === "string" && id.length >= SHORTEST_ID && words.includes(id);
  const data = (value: unknown): boolean => (typeof value === "object" && value !== null ? Object.values(value).some(data) : named(value));
  return messages.flatMap((message): readonly HistoryLocation[] => {
    if (message.role === "tool") return named(message.callId) ? [{ message }] : [];
    if (message.role === "user") return [];
    return message.content.flatMap((part, at) => {
      const isNamed = (part.type === "tool_call" && named(part.id)) || data(part.providerData);
      return isNamed ? [{ message, part: at }] : [];
    });
  });
};
