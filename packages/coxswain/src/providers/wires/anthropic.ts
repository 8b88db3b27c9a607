import type { ProviderData, StopReason } from "../../model/index.ts";
import { FailedAnswer, UnreadableAnswer } from "../errors/index.ts";
import { finishPart } from "../finish-part.ts";
import { type UnknownRecord, asRecord } from "../../base/index.ts";
import { listOf, maybeText, textOf } from "./fields.ts";
import { AnthropicContent, anthropicPart, continuation, isProviderBlock, isServerCall } from "./anthropic-content.ts";
import { type AnthropicUsage, usageOf } from "./anthropic-usage.ts";
import type { Continuation, ResponseReader, WireContext, WireReader } from "./wire.ts";

/** Anthropic Messages: https://platform.claude.com/docs/en/build-with-claude/streaming */
export const anthropicReader: ResponseReader = (context) => new AnthropicReader(context);

type Block =
  | { readonly type: "text"; readonly citations: unknown[] }
  | { readonly type: "reasoning"; data?: ProviderData }
  | { readonly type: "provider" }
  | { readonly type: "call"; readonly id: string; readonly name: string; input: string; readonly data?: ProviderData };

class AnthropicReader implements WireReader {
  readonly #context: WireContext;
  readonly #blocks = new Map<unknown, Block>();
  /** The ID of the open message. */
  #message: { readonly id: unknown } | undefined;
  #hasCalls = false;
  #hasProviderTools = false;
  #stop: string | undefined;
  #usage: Record<string, unknown> = {};
  /** The content so far, as the API expects it back; a paused response continues from it. */
  readonly #content = new AnthropicContent();
  #container: unknown;
  /** Usage of the requests before, if the response was paused. */
  #spent: AnthropicUsage | undefined;
  #isPaused = false;
  #pauses = 0;

  constructor(context: WireContext) {
    this.#context = context;
  }

  read(event: unknown): void {
    const fields = asRecord(event);
    switch (fields["type"]) {
      case "content_block_delta":
        return this.#delta(fields["index"], asRecord(fields["delta"]));
      case "content_block_start":
        return this.#start(fields["index"], asRecord(fields["content_block"]));
      case "content_block_stop":
        return this.#end(fields["index"]);
      case "message_start":
        return this.#open(asRecord(fields["message"]));
      case "message_delta":
        this.#stop = maybeText(asRecord(fields["delta"])["stop_reason"]) ?? this.#stop;
        this.#container = asRecord(fields["delta"])["container"] ?? this.#container;
        this.#note(asRecord(fields["usage"]));
        return undefined;
      case "message_stop":
        return this.#finish();
      case "error":
        throw failed(fields["error"]);
      case undefined:
        // Gateways report failures of any model in OpenAI's format.
        if (fields["error"] != null) throw failed(fields["error"]);
        throw new UnreadableAnswer("An event of the response has no type.");
      default:
        // Pings and unknown events: https://platform.claude.com/docs/en/build-with-claude/streaming#other-events
        textOf(fields["type"]);
    }
  }

  end(): Continuation | undefined {
    // A stream without message_stop is truncated; the ResponseIterator detects that.
    if (!this.#isPaused) return undefined;
    this.#isPaused = false;
    return continuation(this.#content.blocks, this.#container);
  }

  #open(message: UnknownRecord): void {
    if (this.#message !== undefined) {
      if (this.#message.id === message["id"]) return;
      throw new UnreadableAnswer("A second message begins inside of the first.");
    }
    this.#message = { id: message["id"] };
    // Servers that answer at once may end the message where it begins, and never send a message_delta.
    this.#stop = maybeText(message["stop_reason"]);
    this.#container = message["container"] ?? this.#container;
    this.#note(asRecord(message["usage"]));
    // With programmatic tool calling, the calls arrive with the message.
    for (const part of listOf(message["content"]).map(asRecord)) {
      if (part["type"] !== "tool_use") continue;
      const call = callBlock(part);
      const input = JSON.stringify(part["input"] ?? {});
      this.#startCall(call);
      this.#context.emit({ type: "tool_input_delta", id: call.id, delta: input });
      this.#endCall({ ...call, input });
    }
  }

  /** Blocks begin empty at Anthropic. Other servers may send the beginning of a block with its start. */
  #start(index: unknown, block: UnknownRecord): void {
    const id = String(index);
    this.#content.start(index, block);
    switch (block["type"]) {
      case "text":
        this.#blocks.set(index, { type: "text", citations: [...listOf(block["citations"])] });
        this.#context.emit({ type: "text_start", id });
        return this.#grow("text", index, maybeText(block["text"]) ?? "");
      case "thinking": {
        const signature = maybeText(block["signature"]) ?? "";
        this.#blocks.set(index, { type: "reasoning", ...(signature === "" ? {} : { data: { anthropic: { signature } } }) });
        this.#context.emit({ type: "reasoning_start", id });
        return this.#grow("reasoning", index, maybeText(block["thinking"]) ?? "");
      }
      case "redacted_thinking": {
        const data = { anthropic: { redactedData: textOf(block["data"]) } };
        this.#blocks.set(index, { type: "reasoning", data });
        return this.#context.emit({ type: "reasoning_start", id, providerData: data });
      }
      case "tool_use": {
        const call = callBlock(block);
        this.#blocks.set(index, call);
        return this.#startCall(call);
      }
      default:
        if (isProviderBlock(block)) this.#blocks.set(index, { type: "provider" });
        else this.#blocks.delete(index);
    }
  }

  #delta(index: unknown, delta: UnknownRecord): void {
    const { emit } = this.#context;
    this.#content.grow(index, delta);
    switch (delta["type"]) {
      case "text_delta":
        return this.#grow("text", index, textOf(delta["text"]));
      case "thinking_delta":
        return this.#grow("reasoning", index, textOf(delta["thinking"]));
      case "input_json_delta": {
        const text = textOf(delta["partial_json"]);
        const block = this.#blocks.get(index);
        if (text === "" || block?.type !== "call") return undefined;
        block.input += text;
        return emit({ type: "tool_input_delta", id: block.id, delta: text });
      }
      case "signature_delta": {
        const block = this.#blocks.get(index);
        if (block?.type === "reasoning") block.data = { anthropic: { signature: textOf(delta["signature"]) } };
        return undefined;
      }
      case "citations_delta": {
        const block = this.#blocks.get(index);
        if (block?.type === "text") block.citations.push(delta["citation"]);
        return undefined;
      }
      default:
        textOf(delta["type"]);
    }
  }

  #grow(kind: "text" | "reasoning", index: unknown, delta: string): void {
    const id = String(index);
    if (delta !== "") this.#context.emit(kind === "text" ? { type: "text_delta", id, delta } : { type: "reasoning_delta", id, delta });
  }

  #end(index: unknown): void {
    const block = this.#blocks.get(index);
    const whole = this.#content.end(index);
    this.#blocks.delete(index);
    const id = String(index);
    switch (block?.type) {
      case "text":
        return this.#context.emit({
          type: "text_end",
          id,
          ...(block.citations.length === 0 ? {} : { providerData: { anthropic: { citations: block.citations } } }),
        });
      case "reasoning":
        return this.#context.emit({ type: "reasoning_end", id, ...(block.data === undefined ? {} : { providerData: block.data }) });
      case "call":
        return this.#endCall(block);
      case "provider":
        if (whole === undefined) return undefined;
        this.#hasProviderTools ||= isServerCall(whole);
        return this.#context.emit(anthropicPart(whole));
    }
  }

  #startCall({ id, name }: CallBlock): void {
    this.#context.emit({ type: "tool_input_start", id, name });
  }

  #endCall({ id, name, input, data }: CallBlock): void {
    this.#hasCalls = true;
    this.#context.emit({
      type: "tool_call",
      id,
      name,
      input: input === "" ? "{}" : input,
      ...(data === undefined ? {} : { providerData: data }),
    });
  }

  /** Merges usage reports. Fields that a later report omits retain their value. */
  #note(usage: UnknownRecord): void {
    for (const [name, value] of Object.entries(usage)) if (value != null) this.#usage[name] = value;
  }

  #finish(): void {
    // Some servers omit the end of the last block.
    for (const index of this.#blocks.keys()) this.#end(index);
    const { origin, emit } = this.#context;
    const spent = usageOf(this.#usage, this.#hasProviderTools, this.#spent);
    this.#message = undefined;
    // A response with calls continues with their results.
    if (PAUSES.has(this.#stop ?? "") && !this.#hasCalls && this.#pauses < MOST_PAUSES) {
      this.#isPaused = true;
      this.#pauses += 1;
      this.#spent = spent;
      this.#usage = {};
      return;
    }
    const ending = { stop: STOPS[this.#stop ?? ""] ?? "other", raw: this.#stop, ...spent };
    emit(finishPart(ending, this.#hasCalls, origin));
  }
}

type CallBlock = Extract<Block, { type: "call" }>;

const callBlock = ({ id, name, input, caller }: UnknownRecord): CallBlock => ({
  type: "call",
  id: textOf(id),
  name: textOf(name),
  input: Object.keys(asRecord(input)).length === 0 ? "" : JSON.stringify(input),
  ...(caller == null ? {} : { data: { anthropic: { caller: callerOf(asRecord(caller)) } } }),
});

const callerOf = ({ type, tool_id: toolId }: UnknownRecord): UnknownRecord => ({ type, toolId });

/** Stop reasons of a response that continues when its content is sent back. */
const PAUSES: ReadonlySet<string> = new Set(["pause_turn", "compaction"]);

/** Each continuation is charged: a response that never ends is accepted as it is. */
const MOST_PAUSES = 10;

const STOPS: Readonly<Record<string, StopReason>> = {
  end_turn: "stop",
  pause_turn: "stop",
  compaction: "stop",
  stop_sequence: "stop",
  refusal: "refusal",
  tool_use: "tool_calls",
  max_tokens: "length",
  model_context_window_exceeded: "length",
};

const failed = (error: unknown): FailedAnswer => new FailedAnswer(STATUSES[String(asRecord(error)["type"])], JSON.stringify(error));

/** HTTP statuses by error type: https://platform.claude.com/docs/en/api/errors */
const STATUSES: Readonly<Record<string, number>> = {
  invalid_request_error: 400,
  billing_error: 400,
  authentication_error: 401,
  permission_error: 403,
  not_found_error: 404,
  request_too_large: 413,
  rate_limit_error: 429,
  api_error: 500,
  overloaded_error: 529,
};
