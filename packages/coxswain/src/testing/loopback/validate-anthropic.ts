import { firstRepeated, isObject, type JsonObject, objectsOf, textAt } from "./json.ts";
import { pictureOf } from "./picture.ts";
import { isSealOf } from "./seal.ts";
import { bytesIn, hasHalfPairs } from "./texts-in.ts";
import type { WireError } from "./wire.ts";

/** Returns the Messages API's error for an invalid request, worded as clients report it. */
export const validateAnthropic = (body: JsonObject, model: string): WireError | undefined => {
  if (bytesIn(body) > LARGEST_REQUEST) return TOO_LARGE;
  const messages = objectsOf(body["messages"]);
  for (const rule of RULES) {
    const message = rule(body, messages, model);
    if (message !== undefined) return { status: 400, message };
  }
  return undefined;
};

// https://platform.claude.com/docs/en/api/overview#request-size-limits
const LARGEST_REQUEST = 32 * 1024 * 1024;
const TOO_LARGE: WireError = { status: 413, message: "Request exceeds the maximum size" };

type Rule = (body: JsonObject, messages: readonly JsonObject[], model: string) => string | undefined;

// Message: https://github.com/anthropics/claude-code/issues/1709
const json: Rule = (body) =>
  hasHalfPairs(body) ? "The request body is not valid JSON: no low surrogate in string: line 1 column 1 (char 0)" : undefined;

// https://platform.claude.com/docs/en/api/messages: `max_tokens` is required.
// https://platform.claude.com/docs/en/build-with-claude/extended-thinking: the budget is at least 1024 and less than
// `max_tokens`.
const maxTokens: Rule = ({ max_tokens, thinking }) => {
  if (max_tokens === undefined) return "max_tokens: Field required";
  if (typeof max_tokens !== "number" || max_tokens < 1) return "max_tokens: Input should be greater than or equal to 1";
  const budget = isObject(thinking) ? thinking["budget_tokens"] : undefined;
  if (typeof budget !== "number") return undefined;
  if (budget < 1024) return "thinking.enabled.budget_tokens: Input should be greater than or equal to 1024";
  return budget < max_tokens ? undefined : "`max_tokens` must be greater than `thinking.budget_tokens`.";
};

// https://platform.claude.com/docs/en/api/messages: "user" and "assistant", the user first. From Claude 4.6, the user
// also last: https://platform.claude.com/docs/en/build-with-claude/working-with-messages#prefill-claudes-response
const roles: Rule = (_body, messages, model) => {
  if (messages.length === 0) return "messages: at least one message is required";
  const at = messages.findIndex(({ role }) => role !== "user" && role !== "assistant");
  if (at !== -1) return `messages.${at}.role: Input should be 'user' or 'assistant'`;
  if (messages[0]?.["role"] !== "user") return 'messages: first message must use the "user" role';
  return messages.at(-1)?.["role"] === "assistant" && /claude-[a-z]+-(4-[6-9]|[5-9])/.test(model)
    ? "This model does not support assistant message prefill. The conversation must end with a user message."
    : undefined;
};

// Message: https://github.com/anthropics/claude-code/issues/1894 and many others.
const content: Rule = (body, messages) => {
  for (const [at, message] of messages.entries()) {
    const blocks = blocksOf(message);
    const isFinalAssistant = at === messages.length - 1 && message["role"] === "assistant";
    if (blocks.length === 0 && !isFinalAssistant) {
      return `messages.${at}: all messages must have non-empty content except for the optional final assistant message`;
    }
    for (const { type, text } of [...blocks, ...blocks.flatMap(({ content: inner }) => objectsOf(inner))]) {
      if (type !== "text") continue;
      if (text === "") return "messages: text content blocks must be non-empty";
      if (typeof text !== "string" || text.trim() === "") return "messages: text content blocks must contain non-whitespace text";
      if (isFinalAssistant && text !== text.trimEnd()) return "messages: final assistant content cannot end with trailing whitespace";
    }
  }
  return objectsOf(body["system"]).some(({ text }) => text === "") ? "system: text content blocks must be non-empty" : undefined;
};

// https://platform.claude.com/docs/en/agents-and-tools/tool-use/implement-tool-use#handle-tool-use-and-tool-result-content-blocks
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
    // Results after other content count as missing.
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

// The API's schema of a tool_use block, with its validator's messages.
const toolUses: Rule = (_body, messages) => {
  for (const [at, message] of messages.entries()) {
    for (const [index, { type, id, name, input }] of blocksOf(message).entries()) {
      if (type !== "tool_use") continue;
      const place = `messages.${at}.content.${index}.tool_use`;
      if (typeof id !== "string" || !/^[a-zA-Z0-9_-]+$/.test(id)) return `${place}.id: String should match pattern '^[a-zA-Z0-9_-]+$'`;
      if (typeof name !== "string" || name === "") return `${place}.name: String should have at least 1 character`;
      if (name.length > 200) return `${place}.name: String should have at most 200 characters`;
      if (!isObject(input)) return `${place}.input: Input should be a valid dictionary`;
    }
  }
  return undefined;
};

// https://platform.claude.com/docs/en/build-with-claude/vision: JPEG, PNG, GIF or WebP, 5 MB and 8000 pixels a side, or
// 2000 pixels for more than 20 images; at most 100 images. Messages: issues 4778 and 9375 of
// https://github.com/anthropics/claude-code; the message for the limit of 100 is invented.
const images: Rule = (_body, messages) => {
  const all = messages.flatMap((message, at) => imagesOf(message, `messages.${at}`));
  for (const { place, source } of all) {
    const picture = pictureOf(source["data"]);
    if (!MEDIA_TYPES.has(source["media_type"]))
      return `${place}.image.source.base64.media_type: Input should be 'image/jpeg', 'image/png', 'image/gif' or 'image/webp'`;
    if (picture.length > LARGEST_IMAGE)
      return `${place}.image.source.base64: image exceeds 5 MB maximum: ${picture.length} bytes > ${LARGEST_IMAGE} bytes`;
    if (picture.type === undefined) return `${place}.image.source.base64.data: Could not process image`;
    if (picture.type !== source["media_type"])
      return `${place}.image.source.base64.data: Image does not match the provided media type ${textAt(source, "media_type")}`;
    if (picture.side > 8000)
      return `${place}.image.source.base64.data: At least one of the image dimensions exceed max allowed size: 8000 pixels`;
    if (picture.side > 2000 && all.length > 20)
      return `${place}.image.source.base64.data: At least one of the image dimensions exceed max allowed size for many-image requests: 2000 pixels`;
  }
  return all.length > 100 ? "messages: too many images, at most 100 are allowed" : undefined;
};

const MEDIA_TYPES: ReadonlySet<unknown> = new Set(["image/jpeg", "image/png", "image/gif", "image/webp"]);
const LARGEST_IMAGE = 5 * 1024 * 1024;

/** Returns the images of a message with their paths, including those in results. */
const imagesOf = (message: JsonObject, place: string): readonly { readonly place: string; readonly source: JsonObject }[] =>
  blocksOf(message).flatMap((block, at) => {
    const here = `${place}.content.${at}`;
    if (block["type"] === "tool_result") return imagesOf(block, `${here}.tool_result`);
    return block["type"] === "image" && isObject(block["source"]) ? [{ place: here, source: block["source"] }] : [];
  });

// https://platform.claude.com/docs/en/build-with-claude/extended-thinking#preserving-thinking-blocks: unchanged or omitted.
const signatures: Rule = (_body, messages, model) => {
  for (const [at, message] of messages.entries()) {
    const index = blocksOf(message).findIndex(({ type, signature }) => type === "thinking" && !isSealOf(model, signature));
    if (index !== -1) return `messages.${at}.content.${index}: Invalid \`signature\` in \`thinking\` block`;
    if (message["role"] === "assistant" && blocksOf(message).at(-1)?.["type"] === "thinking")
      return `messages.${at}: The final block in an assistant message cannot be \`thinking\`.`;
  }
  return undefined;
};

// https://platform.claude.com/docs/en/agents-and-tools/tool-use/implement-tool-use#specifying-client-tools
const tools: Rule = ({ tools: list }) => {
  const names = objectsOf(list).map((tool) => textAt(tool, "name"));
  if (firstRepeated(names) !== undefined) return "tools: Tool names must be unique.";
  const at = names.findIndex((name) => !/^[a-zA-Z0-9_-]{1,128}$/.test(name));
  return at === -1 ? undefined : `tools.${at}.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'`;
};

// https://platform.claude.com/docs/en/build-with-claude/prompt-caching: four breakpoints.
const cacheMarkers: Rule = (body, messages) => {
  const blocks = [...objectsOf(body["system"]), ...objectsOf(body["tools"]), ...messages.flatMap(blocksOf)];
  const count = blocks.filter((block) => isObject(block["cache_control"])).length;
  return count > 4 ? `A maximum of 4 blocks with cache_control may be provided. Found ${count}.` : undefined;
};

const RULES: readonly Rule[] = [json, maxTokens, roles, content, toolUses, toolPairs, images, signatures, tools, cacheMarkers];

const blocksOf = ({ content: list }: JsonObject): readonly JsonObject[] => {
  if (typeof list === "string") return list === "" ? [] : [{ type: "text", text: list }];
  return objectsOf(list);
};

interface Turn {
  /** The index of its first message. */
  readonly start: number;
  readonly role: unknown;
  readonly blocks: readonly JsonObject[];
}

/** Joins consecutive messages of one role: they are one turn for the provider. */
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
