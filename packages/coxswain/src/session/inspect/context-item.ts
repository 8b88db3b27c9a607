import { type StoredSection, lastCompaction } from "../../context/index.ts";
import { asRecord } from "../../base/index.ts";
import type { Entry } from "../../log/index.ts";
import { callTarget, MCP_SEARCH } from "../../loop/index.ts";
import type { FoundTool } from "../../mcp/index.ts";
import { estimateMessageTokens, estimateTextTokens, estimateToolTokens, type ModelRequest, toolCalls } from "../../model/index.ts";

type Message = ModelRequest["messages"][number];

/**
 * The kind of a part of a request. `note`: messages of Coxswain itself, as changes of the system prompt, and commands that the
 * user ran. `preserved`: text that a compaction preserved verbatim, beside its summary.
 */
export type ContextKind = "system" | "tool" | "person" | "assistant" | "reasoning" | "result" | "image" | "summary" | "preserved" | "note";

/** A part of a request, and its size. */
export interface ContextItem {
  readonly kind: ContextKind;
  /** Name of the section or tool, or the beginning of the message. Untrusted text: escape it for a terminal. */
  readonly name: string;
  /** Estimated. */
  readonly tokens: number;
}

export interface Contents extends Pick<ModelRequest, "tools" | "messages"> {
  readonly sections: readonly Pick<StoredSection, "name" | "text">[];
  readonly path: readonly Entry[];
}

/** Returns the parts of a request, in the order in which they are sent. */
export const contextItems = ({ sections, tools, messages, path }: Contents): readonly ContextItem[] => [
  ...tools.map((tool): ContextItem => ({ kind: "tool", name: tool.name, tokens: estimateToolTokens(tool) })),
  ...sections.map(({ name, text }): ContextItem => ({ kind: "system", name, tokens: estimateTextTokens(text) })),
  ...messages.map(namedByTool(messages)).flatMap((message) => itemsOf(message, path)),
];

/** Names each result by the tool that ran, which may not be the one that the model called. */
const namedByTool = (messages: readonly Message[]): ((message: Message) => Message) => {
  const calls = messages.flatMap((message) => (message.role === "assistant" ? toolCalls(message) : []));
  const names = new Map(calls.map((call) => [call.id, callTarget(call).name]));
  return (message) => (message.role === "tool" ? { ...message, name: names.get(message.callId) ?? message.name } : message);
};

const itemsOf = (message: Message, path: readonly Entry[]): readonly ContextItem[] => {
  const tokens = estimateMessageTokens(message);
  const tokensOf = (type: "image" | "reasoning"): number => tokens - estimateMessageTokens(without(message, type));
  const images = message.content.filter(({ type }) => type === "image").length;
  const [seen, thought] = [tokensOf("image"), tokensOf("reasoning")];
  const schemas = schemasIn(message, tokens - seen - thought);
  const ofSchemas = schemas.reduce((sum, item) => sum + item.tokens, 0);
  const rest: ContextItem = { kind: kindOf(message), name: nameOf(message), tokens: tokens - seen - thought - ofSchemas };
  const shown: readonly ContextItem[] = [
    ...schemas,
    ...(thought === 0 ? [] : [{ kind: "reasoning" as const, name: `before: ${rest.name}`, tokens: thought }]),
    rest,
    ...(seen === 0 ? [] : [{ kind: "image" as const, name: `${images} in: ${rest.name}`, tokens: seen }]),
  ];
  if (rest.kind !== "summary") return shown;
  const carried = (lastCompaction(path)?.preserved ?? []).map(({ name, text }): ContextItem => ({
    kind: "preserved",
    name,
    tokens: estimateTextTokens(text),
  }));
  const along = carried.reduce((sum, item) => sum + item.tokens, 0);
  return [{ ...rest, tokens: Math.max(0, rest.tokens - along) }, ...carried];
};

/** The schemas of tools in the result of a search count as tools of their servers. `tokens`: of the whole result. */
const schemasIn = (message: Message, tokens: number): readonly ContextItem[] => {
  if (message.role !== "tool" || message.name !== MCP_SEARCH) return [];
  const { found = [] }: { readonly found?: readonly FoundTool[] } = asRecord(message.details);
  const length = message.content.reduce((sum, part) => sum + (part.type === "text" ? part.text.length : 0), 0);
  return found.map(({ tool, characters }) => ({ kind: "tool", name: tool, tokens: Math.round((tokens * characters) / length) }));
};

const without = (message: Message, omitted: Message["content"][number]["type"]): Message =>
  ({ ...message, content: message.content.filter(({ type }) => type !== omitted) }) as Message;

const NOTES: ReadonlySet<string | undefined> = new Set(["system", "shell", "output"]);

const kindOf = (message: Message): ContextKind => {
  if (message.role === "assistant") return "assistant";
  if (message.role === "tool") return "result";
  if (message.source === "compaction" || message.source === "branch_summary") return "summary";
  return NOTES.has(message.source) || message.source?.startsWith("hook:") === true ? "note" : "person";
};

const nameOf = (message: Message): string => {
  const text = message.content.find((part) => part.type === "text")?.text ?? "";
  if (message.role === "tool") return `${message.name}: ${beginning(text)}`;
  const calls = message.role === "assistant" ? toolCalls(message).map(({ name }) => name) : [];
  return [beginning(text), ...(calls.length === 0 ? [] : [`[${calls.join(", ")}]`])].filter((word) => word !== "").join(" ");
};

const LONGEST_NAME = 80;

const beginning = (text: string): string => {
  const [line = ""] = text.trim().split("\n", 1);
  return line.length > LONGEST_NAME ? `${line.slice(0, LONGEST_NAME - 1)}…` : line;
};
