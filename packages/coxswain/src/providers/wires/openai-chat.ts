import type { ProviderData, StopReason } from "../../model/index.ts";
import { FailedAnswer, UnreadableAnswer } from "../errors/index.ts";
import { finishPart } from "../finish-part.ts";
import type { Dialect } from "../dialect.ts";
import { ChatCalls } from "./chat-calls.ts";
import { type UnknownRecord, asRecord } from "../../base/index.ts";
import { listOf, maybeText, numberOf } from "./fields.ts";
import { openAIFault } from "./openai-fault.ts";
import { ReasoningDetails } from "./reasoning-details.ts";
import type { ResponseReader, WireContext, WireReader } from "./wire.ts";

export interface ChatReaderOptions {
  /** The key of the adapter's provider data in the history. */
  readonly key: string;
  /**
   * True if a stream error gets the status of its OpenAI error code. Other servers include the status, or have none.
   */
  readonly ofOpenAI?: boolean;
  /** Returns the cost of a response in USD from the server's usage report. */
  readonly reportedCost?: Dialect["reportedCost"];
}

/**
 * OpenAI Chat Completions and other servers' variants: https://platform.openai.com/docs/api-reference/chat-streaming
 */
export const chatReader =
  (options: ChatReaderOptions): ResponseReader =>
  (context) =>
    new ChatReader(options, context);

type Kind = "text" | "reasoning";

class ChatReader implements WireReader {
  readonly #options: ChatReaderOptions;
  readonly #context: WireContext;
  readonly #calls: ChatCalls;
  readonly #details = new ReasoningDetails();
  /** The open block. */
  #open: Kind | undefined;
  #reason: string | undefined;
  #hasRefusal = false;
  /** True if the server sends readable reasoning outside of blocks. */
  #hasPlainReasoning = false;
  #usage: UnknownRecord = {};

  constructor(options: ChatReaderOptions, context: WireContext) {
    this.#options = options;
    this.#context = context;
    this.#calls = new ChatCalls(context.emit);
  }

  read(event: unknown): void {
    const { choices, error, usage } = asRecord(event);
    if (error != null) throw this.#fault(error);
    if (!Array.isArray(choices)) throw new UnreadableAnswer("An event of the response is not a chat completion.");
    if (usage != null) this.#usage = asRecord(usage);
    const { delta, finish_reason: reason, error: failure } = asRecord(choices[0]);
    // OpenRouter may report a failure in the choice: https://openrouter.ai/docs/api-reference/overview#completionsresponse-format
    if (failure != null) throw this.#fault(failure);
    // Some servers send an empty reason with each chunk.
    this.#reason = maybeText(reason) || this.#reason;
    if (delta != null) this.#delta(asRecord(delta));
  }

  end(): undefined {
    const { emit, origin } = this.#context;
    // The stream is truncated; the ResponseIterator detects that.
    if (this.#reason === undefined) return undefined;
    this.#close();
    const calls = this.#calls.end();
    const { blocks } = this.#details;
    const named = new Set(blocks.map((block) => block["id"]));
    for (const { id, ids, name, input, signature } of calls) {
      // A block refers to the first of calls that share an id.
      const callId = [...ids].find((one) => named.delete(one));
      emit({ type: "tool_call", id, name, input, ...this.#dataOf({ thoughtSignature: signature, callId }) });
    }
    const stop = this.#reason === "stop" && this.#hasRefusal ? "refusal" : (STOPS[this.#reason] ?? "other");
    const cost = this.#options.reportedCost?.(this.#usage);
    const ending = finishPart({ stop, raw: this.#reason, usage: countsOf(this.#usage), cost }, calls.length > 0, origin);
    emit({ ...ending, ...this.#dataOf({ reasoning_details: blocks.length > 0 ? blocks : undefined }) });
    return undefined;
  }

  #fault(error: unknown): FailedAnswer {
    return this.#options.ofOpenAI === true ? openAIFault(error) : new FailedAnswer(undefined, JSON.stringify(error));
  }

  #dataOf(fields: UnknownRecord): { readonly providerData?: ProviderData } {
    const present = Object.entries(fields).filter(([, value]) => value !== undefined);
    return present.length === 0 ? {} : { providerData: { [this.#options.key]: Object.fromEntries(present) } };
  }

  #delta({ content, reasoning_content: thoughts, reasoning, reasoning_details: details, refusal, tool_calls: calls }: UnknownRecord): void {
    // OpenRouter repeats the readable text of its blocks in `reasoning`. Other servers send all blocks at the end.
    const shown = this.#details.take(listOf(details));
    const plain = maybeText(thoughts) || maybeText(reasoning) || "";
    this.#hasPlainReasoning ||= plain !== "";
    this.#say("reasoning", this.#hasPlainReasoning ? plain : shown);
    if (typeof content === "string") this.#say("text", content);
    else for (const part of listOf(content)) this.#sayPart(asRecord(part));
    if (typeof refusal === "string" && refusal !== "") {
      this.#hasRefusal = true;
      this.#say("text", refusal);
    }
    if (!Array.isArray(calls) || calls.length === 0) return;
    if (this.#open === "reasoning") this.#close();
    for (const piece of calls) this.#calls.take(asRecord(piece));
  }

  /** Handles Mistral's content parts: text and thoughts. */
  #sayPart({ type, text, thinking }: UnknownRecord): void {
    if (type === "text") return this.#say("text", maybeText(text));
    if (type !== "thinking") return;
    for (const part of listOf(thinking)) this.#say("reasoning", maybeText(asRecord(part)["text"]));
  }

  #say(kind: Kind, delta: string | undefined): void {
    if (delta === undefined || delta === "") return;
    if (this.#open !== kind) {
      this.#close();
      this.#open = kind;
      this.#context.emit(kind === "text" ? { type: "text_start", id: kind } : { type: "reasoning_start", id: kind });
    }
    this.#context.emit(kind === "text" ? { type: "text_delta", id: kind, delta } : { type: "reasoning_delta", id: kind, delta });
  }

  #close(): void {
    if (this.#open === "text") this.#context.emit({ type: "text_end", id: "text" });
    if (this.#open === "reasoning") this.#context.emit({ type: "reasoning_end", id: "reasoning" });
    this.#open = undefined;
  }
}

const countsOf = ({ prompt_tokens: input, completion_tokens: output, ...usage }: UnknownRecord) => {
  const { cached_tokens: cacheRead, cache_write_tokens: cacheWrite } = asRecord(usage["prompt_tokens_details"]);
  const { reasoning_tokens: reasoning } = asRecord(usage["completion_tokens_details"]);
  return { input: numberOf(input) - numberOf(cacheRead) - numberOf(cacheWrite), cacheRead, cacheWrite, output, reasoning };
};

const STOPS: Readonly<Record<string, StopReason>> = {
  stop: "stop",
  length: "length",
  content_filter: "refusal",
  sensitive: "refusal", // Z.ai
  function_call: "tool_calls",
  tool_calls: "tool_calls",
};
