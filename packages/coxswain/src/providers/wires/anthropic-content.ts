import { asRecord, type UnknownRecord } from "../../base/index.ts";
import type { StreamPart } from "../../model/index.ts";
import { listOf, maybeText } from "./fields.ts";
import { providerPart } from "./provider-content.ts";
import type { Continuation } from "./wire.ts";

/** The blocks of a response as the API expects them back, put together from their deltas. */
export class AnthropicContent {
  readonly #open = new Map<unknown, Record<string, unknown>>();
  readonly #blocks: UnknownRecord[] = [];

  /** The complete blocks. */
  get blocks(): readonly UnknownRecord[] {
    return this.#blocks;
  }

  start(index: unknown, block: UnknownRecord): void {
    this.#open.set(index, { ...block });
  }

  grow(index: unknown, delta: UnknownRecord): void {
    const block = this.#open.get(index);
    if (block === undefined) return;
    switch (delta["type"]) {
      case "text_delta":
        return append(block, "text", delta["text"]);
      case "thinking_delta":
        return append(block, "thinking", delta["thinking"]);
      case "signature_delta":
        block["signature"] = delta["signature"];
        return undefined;
      case "input_json_delta":
        return append(block, PARTIAL_INPUT, delta["partial_json"]);
      case "citations_delta":
        block["citations"] = [...listOf(block["citations"]), delta["citation"]];
        return undefined;
      case "compaction_delta": {
        // The whole summary arrives in one delta, with the fields of the block.
        const { type: _, ...fields } = delta;
        Object.assign(block, fields);
      }
    }
  }

  /** Returns the complete block; undefined if it did not start, or its input is not whole. */
  end(index: unknown): UnknownRecord | undefined {
    const open = this.#open.get(index);
    if (open === undefined) return undefined;
    this.#open.delete(index);
    const block = withInput(open);
    if (block !== undefined) this.#blocks.push(block);
    return block;
  }
}

/** The field that collects the input of a call while it arrives. */
const PARTIAL_INPUT = "partial_json";

const append = (block: Record<string, unknown>, field: string, text: unknown): void => {
  block[field] = `${maybeText(block[field]) ?? ""}${maybeText(text) ?? ""}`;
};

const withInput = ({ [PARTIAL_INPUT]: partial, ...block }: UnknownRecord): UnknownRecord | undefined => {
  const json = maybeText(partial) ?? "";
  if (json === "") return block;
  try {
    return { ...block, input: JSON.parse(json) as unknown };
  } catch {
    return undefined;
  }
};

/**
 * Returns whether a block belongs to a tool that runs at the provider, or to its own management of the conversation:
 * https://platform.claude.com/docs/en/agents-and-tools/tool-use/server-tools,
 * https://platform.claude.com/docs/en/build-with-claude/compaction. The API requires these blocks back.
 */
export const isProviderBlock = (block: UnknownRecord): boolean =>
  isServerCall(block) || isServerResult(block) || OTHERS.has(String(block["type"]));

/** Returns whether a block is the call of a tool that runs at the provider. */
export const isServerCall = ({ type }: UnknownRecord): boolean => type === "server_tool_use" || type === "mcp_tool_use";

/** Returns whether a block is the result of such a call, whatever its tool. */
export const isServerResult = ({ type }: UnknownRecord): boolean => typeof type === "string" && type.endsWith(RESULT);

const RESULT = "_tool_result";

const OTHERS: ReadonlySet<string> = new Set(["container_upload", "compaction", "fallback"]);

/** Returns the stream part of a complete block of the provider. */
export const anthropicPart = (block: UnknownRecord): StreamPart => {
  const { type, content } = block;
  const kind = String(type);
  const data = { block };
  if (isServerResult(block)) {
    const failed = block["is_error"] === true || String(asRecord(content)["type"]).endsWith("_error");
    return providerPart({ name: kind.slice(0, -RESULT.length), id: block["tool_use_id"], output: content, failed }, KEY, data);
  }
  if (isServerCall(block)) {
    return providerPart({ name: maybeText(block["name"]) ?? kind, id: block["id"], input: block["input"] ?? {} }, KEY, data);
  }
  return providerPart({ name: kind, output: content ?? block["file_id"] ?? asRecord(block["to"])["model"] }, KEY, data);
};

const KEY = "anthropic";

/**
 * Returns the request that continues a paused response: the same messages, with the content so far at the end.
 *
 * @param container the code's container in the response, which the continued code needs
 */
export const continuation =
  (blocks: readonly UnknownRecord[], container: unknown): Continuation =>
  (body) => {
    const content = blocks.filter((block) => !isBlank(block));
    const messages = listOf(body["messages"]);
    const last = asRecord(messages.at(-1));
    // Consecutive messages of the assistant are one.
    const joined =
      last["role"] === "assistant"
        ? [...messages.slice(0, -1), { ...last, content: [...listOf(last["content"]), ...content] }]
        : [...messages, { role: "assistant", content }];
    const { id } = asRecord(container);
    if (typeof id !== "string") return { ...body, messages: joined };
    const { container: asked } = body;
    // With skills, the container is an object.
    return { ...body, messages: joined, container: typeof asked === "object" && asked !== null ? { ...asked, id } : id };
  };

/** The API sends text blocks without text, and rejects them. */
const isBlank = ({ type, text }: UnknownRecord): boolean => type === "text" && maybeText(text)?.trim() === "";
