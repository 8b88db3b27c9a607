import { firstRepeated, isObject, type JsonObject, objectsOf, textAt } from "./json.ts";
import { isSealOf } from "./seal.ts";
import type { WireError } from "./wire.ts";

/** The Messages API's own words for what it refuses, as clients report them. */
export const validateAnthropic = (body: JsonObject, model: string): WireError | undefined => {
  const messages = objectsOf(body["messages"]);
  for (const rule of RULES) {
    const message = rule(body, messages, model);
    if (message !== undefined) return { status: 400, message };
  }
  return undefined;
};

type Rule = (body: JsonObject, messages: readonly JsonObject[], model: string) => string | undefined;

const maxTokens: Rule = ({ max_tokens, thinking }) => {
  if (max_tokens === undefined) return "max_tokens: Field required";
  if (typeof max_tokens !== "number" || max_tokens < 1) return "max_tokens: Input should be greater than or equal to 1";
  const budget = isObject(thinking) ? thinking["budget_tokens"] : undefined;
  if (typeof budget !== "number") return undefined;
  if (budget < 1024) return "thinking.enabled.budget_tokens: Input should be greater than or equal to 1024";
  return budget < max_tokens ? undefined : "`max_tokens` must be greater than `thinking.budget_tokens`.";
};

const roles: Rule = (_body, messages) => {
  if (messages.length === 0) return "messages: at least one message is required";
  const at = messages.findIndex(({ role }) => role !== "user" && role !== "assistant");
  if (at !== -1) return `messages.${at}.role: Input should be 'user' or 'assistant'`;
  return messages[0]?.["role"] === "user" ? undefined : 'messages: first message must use the "user" role';
};

const content: Rule = (_body, messages) => {
  for (const [at, message] of messages.entries()) {
    const blocks = blocksOf(message);
    const isFinalAssistant = at === messages.length - 1 && message["role"] === "assistant";
    if (blocks.length === 0 && !isFinalAssistant) {
      return `messages.${at}: all messages must have non-empty content except for the optional final assistant message`;
    }
    for (const { type, text } of blocks) {
      if (type !== "text") continue;
      if (text === "") return "messages: text content blocks must be non-empty";
      if (typeof text !== "string" || text.trim() === "") return "messages: text content blocks must contain non-whitespace text";
      if (isFinalAssistant && text !== text.trimEnd()) return "messages: final assistant content cannot end with trailing whitespace";
    }
  }
  return undefined;
};

const toolPairs: Rule = (_body, messages) => {
  const turns = turnsOf(messages);
  const uses = turns.map(({ blocks }) => blocks.filter(({ type }) => type === "tool_use").map((block) => textAt(block, "id")));
  if (firstRepeated(uses.flat()) !== undefined) return "messages: `tool_use` ids must be unique";

  for (const [at, { start, role, blocks }] of turns.entries()) {
    const results = blocks.filter(({ type }) => type === "tool_result").map((block) => textAt(block, "tool_use_id"));
    const asked = role === "user" ? (uses[at - 1] ?? []) : [];
    const orphan = results.find((id) => !asked.includes(id));
    if (orphan !== undefined) {
      return `messages.${start}.content.0: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${orphan}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`;
    }
    const repeated = firstRepeated(results);
    if (repeated !== undefined) {
      return `messages.${start}.content.0: each tool_use must have a single result. Found multiple \`tool_result\` blocks with id: ${repeated}`;
    }
    // Results that come after other content count as missing.
    const leading = blocks.slice(0, results.length).every(({ type }) => type === "tool_result") ? results : [];
    const missing = asked.filter((id) => !leading.includes(id));
    if (missing.length > 0) return withoutResult(turns[at - 1]?.start ?? 0, missing);
  }
  const last = turns.length - 1;
  const open = uses[last] ?? [];
  return open.length > 0 ? withoutResult(turns[last]?.start ?? 0, open) : undefined;
};

const withoutResult = (at: number, ids: readonly string[]): string =>
  `messages.${at}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${ids.join(", ")}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`;

const signatures: Rule = (_body, messages, model) => {
  for (const [at, message] of messages.entries()) {
    const index = blocksOf(message).findIndex(({ type, signature }) => type === "thinking" && !isSealOf(model, signature));
    if (index !== -1) return `messages.${at}.content.${index}: Invalid \`signature\` in \`thinking\` block`;
  }
  return undefined;
};

const tools: Rule = ({ tools: given }) => {
  const names = objectsOf(given).map((tool) => textAt(tool, "name"));
  if (firstRepeated(names) !== undefined) return "tools: Tool names must be unique.";
  const at = names.findIndex((name) => !/^[a-zA-Z0-9_-]{1,128}$/.test(name));
  return at === -1 ? undefined : `tools.${at}.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'`;
};

const cacheMarkers: Rule = (body, messages) => {
  const blocks = [...objectsOf(body["system"]), ...objectsOf(body["tools"]), ...messages.flatMap(blocksOf)];
  const count = blocks.filter((block) => isObject(block["cache_control"])).length;
  return count > 4 ? `A maximum of 4 blocks with cache_control may be provided. Found ${count}.` : undefined;
};

const RULES: readonly Rule[] = [maxTokens, roles, content, toolPairs, signatures, tools, cacheMarkers];

const blocksOf = ({ content: given }: JsonObject): readonly JsonObject[] => {
  if (typeof given === "string") return given === "" ? [] : [{ type: "text", text: given }];
  return objectsOf(given);
};

interface Turn {
  /** The index of its first message. */
  readonly start: number;
  readonly role: unknown;
  readonly blocks: readonly JsonObject[];
}

/** Consecutive messages of one role are one turn to the provider. */
const turnsOf = (messages: readonly JsonObject[]): Turn[] => {
  const turns: Turn[] = [];
  for (const [start, message] of messages.entries()) {
    const previous = turns.at(-1);
    const blocks = blocksOf(message);
    if (previous !== undefined && previous.role === message["role"])
      turns[turns.length - 1] = { ...previous, blocks: [...previous.blocks, ...blocks] };
    else turns.push({ start, role: message["role"], blocks });
  }
  return turns;
};
