import type { ProviderData, StopReason } from "../../model/index.ts";
import type { BodyOptions } from "../body-options.ts";
import { FailedAnswer } from "../errors/index.ts";
import { finishPart } from "../finish-part.ts";
import { type UnknownRecord, asRecord } from "../../base/index.ts";
import { listOf, maybeText, numberOf, textOf } from "./fields.ts";
import type { ResponseReader, WireContext, WireReader } from "./wire.ts";

/** Gemini's streamGenerateContent: https://ai.google.dev/api/generate-content */
export const geminiReader: ResponseReader = (context) => new GeminiReader(context);

type Kind = "text" | "reasoning";

interface Block {
  readonly kind: Kind;
  readonly id: string;
  /** The block's latest signature. */
  data: ProviderData | undefined;
}

class GeminiReader implements WireReader {
  readonly #context: WireContext;
  #open: Block | undefined;
  #blocks = 0;
  #calls = 0;
  #reason: string | undefined;
  #isBlocked = false;
  #continuation: string | undefined;
  /** Usage of this request; `#spent` holds the usage of the earlier requests of a continued response. */
  #usage: UnknownRecord | undefined;
  #spent: Counts = NOTHING;

  constructor(context: WireContext) {
    this.#context = context;
  }

  read(event: unknown): void {
    const { error, usageMetadata, promptFeedback, candidates } = asRecord(event);
    if (error != null) throw failed(error);
    if (usageMetadata != null) this.#usage = asRecord(usageMetadata);
    const blocked = maybeText(asRecord(promptFeedback)["blockReason"]) ?? "";
    if (!this.#isBlocked && blocked !== "" && !/^BLOCK(ED)?_REASON_UNSPECIFIED$/.test(blocked)) {
      this.#isBlocked = true;
      this.#reason = blocked;
    }
    const [candidate] = listOf(candidates);
    if (this.#isBlocked || candidate == null) return;
    this.#candidate(asRecord(candidate));
  }

  end(): BodyOptions | undefined {
    const token = this.#continuation;
    if (token !== undefined) {
      this.#continuation = undefined;
      this.#reason = undefined;
      return { continuationToken: token };
    }
    // The stream is truncated; the ResponseIterator detects that.
    if (this.#reason === undefined) return undefined;
    this.#close();
    const { emit, origin } = this.#context;
    const stop = this.#isBlocked ? "refusal" : (STOPS[this.#reason] ?? "other");
    const usage = added(this.#spent, countsOf(this.#usage));
    emit(finishPart({ stop, raw: this.#reason, usage }, this.#calls > 0, origin));
    return undefined;
  }

  #candidate({ content, finishReason, continuationToken }: UnknownRecord): void {
    for (const part of listOf(asRecord(content)["parts"])) this.#part(asRecord(part));
    if (finishReason == null) return;
    this.#reason = textOf(finishReason);
    if (finishReason !== "CONTINUATION") return;
    this.#continuation = maybeText(continuationToken);
    this.#spent = added(this.#spent, countsOf(this.#usage));
    this.#usage = undefined;
  }

  /** Ignores parts of Google's own tools, and files, which are never requested. */
  #part({ text, thought, thoughtSignature, functionCall, inlineData }: UnknownRecord): void {
    const data = thoughtSignature ? { google: { thoughtSignature } } : undefined;
    if (functionCall != null) this.#call(asRecord(functionCall), data);
    else if (text != null) this.#say(thought === true ? "reasoning" : "text", textOf(text), data);
    else if (inlineData != null) this.#close();
  }

  #say(kind: Kind, delta: string, data: ProviderData | undefined): void {
    if (delta === "") return this.#sign(kind, data);
    if (this.#open?.kind !== kind) this.#start(kind, data);
    const block = this.#open;
    if (block === undefined) return;
    block.data = data ?? block.data;
    this.#context.emit(kind === "text" ? { type: "text_delta", id: block.id, delta } : { type: "reasoning_delta", id: block.id, delta });
  }

  /** Attaches a signature without text to the open text block, or emits it as an empty block. */
  #sign(kind: Kind, data: ProviderData | undefined): void {
    if (data === undefined) return;
    if (this.#open?.kind === "text") this.#open.data = data;
    else {
      this.#start(kind, data);
      this.#close();
    }
  }

  #start(kind: Kind, data: ProviderData | undefined): void {
    this.#close();
    const id = String(this.#blocks);
    this.#blocks += 1;
    this.#open = { kind, id, data };
    this.#context.emit(kind === "text" ? { type: "text_start", id } : { type: "reasoning_start", id, ...withProviderData(data) });
  }

  #close(): void {
    if (this.#open === undefined) return;
    const { kind, id, data } = this.#open;
    this.#open = undefined;
    this.#context.emit({ type: kind === "text" ? "text_end" : "reasoning_end", id, ...withProviderData(data) });
  }

  #call({ id: own, name, args }: UnknownRecord, data: ProviderData | undefined): void {
    this.#close();
    this.#calls += 1;
    const { emit } = this.#context;
    const id = maybeText(own) || `call_${this.#calls}`;
    const input = typeof args === "string" ? args : JSON.stringify(args ?? {});
    emit({ type: "tool_input_start", id, name: textOf(name) });
    if (args != null) emit({ type: "tool_input_delta", id, delta: input });
    emit({ type: "tool_call", id, name: textOf(name), input, ...withProviderData(data) });
  }
}

const withProviderData = (data: ProviderData | undefined): { readonly providerData?: ProviderData } =>
  data === undefined ? {} : { providerData: data };

type Counts = Readonly<Record<"input" | "cacheRead" | "output" | "reasoning", number>>;
const NOTHING: Counts = { input: 0, cacheRead: 0, output: 0, reasoning: 0 };

const countsOf = (usage: UnknownRecord = {}): Counts => {
  const cacheRead = numberOf(usage["cachedContentTokenCount"]);
  const reasoning = numberOf(usage["thoughtsTokenCount"]);
  return {
    input: numberOf(usage["promptTokenCount"]) + numberOf(usage["toolUsePromptTokenCount"]) - cacheRead,
    cacheRead,
    output: numberOf(usage["candidatesTokenCount"]) + reasoning,
    reasoning,
  };
};

const added = (one: Counts, other: Counts): Counts => ({
  input: one.input + other.input,
  cacheRead: one.cacheRead + other.cacheRead,
  output: one.output + other.output,
  reasoning: one.reasoning + other.reasoning,
});

const STOPS: Readonly<Record<string, StopReason>> = {
  STOP: "stop",
  MAX_TOKENS: "length",
  CONTINUATION: "length",
  IMAGE_SAFETY: "refusal",
  RECITATION: "refusal",
  SAFETY: "refusal",
  BLOCKLIST: "refusal",
  PROHIBITED_CONTENT: "refusal",
  SPII: "refusal",
};

const failed = (error: unknown): FailedAnswer => {
  const { code, status } = asRecord(error);
  return new FailedAnswer(typeof code === "number" ? code : STATUSES[String(status)], JSON.stringify(error));
};

/** HTTP statuses by Google's error name: https://cloud.google.com/apis/design/errors */
const STATUSES: Readonly<Record<string, number>> = {
  INVALID_ARGUMENT: 400,
  FAILED_PRECONDITION: 400,
  OUT_OF_RANGE: 400,
  UNAUTHENTICATED: 401,
  PERMISSION_DENIED: 403,
  NOT_FOUND: 404,
  ABORTED: 409,
  ALREADY_EXISTS: 409,
  RESOURCE_EXHAUSTED: 429,
  CANCELLED: 499,
  UNKNOWN: 500,
  INTERNAL: 500,
  DATA_LOSS: 500,
  UNIMPLEMENTED: 501,
  UNAVAILABLE: 503,
  DEADLINE_EXCEEDED: 504,
};
