import { type ProviderData, type StopReason, type Usage, usageFrom } from "../../model/index.ts";
import { FailedAnswer } from "../errors/index.ts";
import { finishPart } from "../finish-part.ts";
import { type UnknownRecord, asRecord } from "../../base/index.ts";
import { listOf, maybeText, numberOf, textOf } from "./fields.ts";
import { geminiToolPart, signaturePart, sourceParts } from "./gemini-provider-parts.ts";
import { StreamedArguments } from "./streamed-arguments.ts";
import type { Continuation, ResponseReader, WireContext, WireReader } from "./wire.ts";

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
  /** The calls whose arguments are arriving in pieces. */
  readonly #streamed = new Set<StreamedCall>();
  /** The latest sources of the response. */
  #sources: UnknownRecord = {};
  /** Usage of this request; `#spent` holds the usage of the earlier requests of a continued response. */
  #usage: UnknownRecord | undefined;
  #spent: Counts = NOTHING;
  #isContinued = false;

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

  end(): Continuation | undefined {
    const token = this.#continuation;
    if (token !== undefined) {
      this.#continuation = undefined;
      this.#reason = undefined;
      return (body) => ({ ...body, continuationToken: token });
    }
    // The stream is truncated; the ResponseIterator detects that.
    if (this.#reason === undefined) return undefined;
    for (const call of this.#streamed) this.#endCall(call, this.#reason === "MAX_TOKENS");
    this.#close();
    const { emit, origin } = this.#context;
    for (const part of sourceParts(this.#sources)) emit(part);
    const stop = this.#isBlocked ? "refusal" : (STOPS[this.#reason] ?? "other");
    const usage = added(this.#spent, countsOf(this.#usage));
    emit(finishPart({ stop, raw: this.#reason, usage, ...lastPassOf(this.#usage, this.#isContinued) }, this.#calls > 0, origin));
    return undefined;
  }

  #candidate({ content, finishReason, continuationToken, groundingMetadata, urlContextMetadata }: UnknownRecord): void {
    for (const part of listOf(asRecord(content)["parts"])) this.#part(asRecord(part));
    if (groundingMetadata != null) this.#sources = { ...this.#sources, groundingMetadata };
    if (urlContextMetadata != null) this.#sources = { ...this.#sources, urlContextMetadata };
    if (finishReason == null) return;
    this.#reason = textOf(finishReason);
    if (finishReason !== "CONTINUATION") return;
    this.#continuation = maybeText(continuationToken);
    this.#spent = added(this.#spent, countsOf(this.#usage));
    this.#usage = undefined;
    this.#isContinued = true;
  }

  /** Ignores files, which are never requested. */
  #part(part: UnknownRecord): void {
    const { text, thought, thoughtSignature, functionCall, inlineData } = part;
    const data = thoughtSignature ? { google: { thoughtSignature } } : undefined;
    if (functionCall != null) return this.#call(asRecord(functionCall), data);
    if (text != null) return this.#say(thought === true ? "reasoning" : "text", textOf(text), data);
    if (inlineData != null) return this.#close();
    const ofTool = geminiToolPart(part);
    if (ofTool === undefined) return;
    this.#close();
    this.#context.emit(ofTool);
  }

  #say(kind: Kind, delta: string, data: ProviderData | undefined): void {
    if (delta === "") return this.#sign(kind, data);
    if (this.#open?.kind !== kind) this.#start(kind, data);
    const block = this.#open;
    if (block === undefined) return;
    block.data = data ?? block.data;
    this.#context.emit(kind === "text" ? { type: "text_delta", id: block.id, delta } : { type: "reasoning_delta", id: block.id, delta });
  }

  /** Attaches a signature without text to the open text block, or else emits it separately. */
  #sign(kind: Kind, data: ProviderData | undefined): void {
    if (data === undefined) return;
    if (this.#open?.kind === "text") {
      this.#open.data = data;
    } else if (kind === "text") {
      this.#close();
      this.#context.emit(signaturePart(asRecord(data["google"])["thoughtSignature"]));
    } else {
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

  #call(call: UnknownRecord, data: ProviderData | undefined): void {
    const { id, name, args, partialArgs, willContinue } = call;
    const open = this.#openCall(call);
    if (open !== undefined) return this.#continueCall(open, call, data);
    if (name == null) return;
    for (const one of this.#streamed) if (!one.hasOwnId) this.#endCall(one, false);
    this.#close();
    this.#calls += 1;
    const { emit } = this.#context;
    const own = maybeText(id) ?? "";
    const start = { id: own || `call_${this.#calls}`, name: textOf(name) };
    emit({ type: "tool_input_start", ...start });
    if (willContinue === true || (partialArgs != null && args == null)) {
      const streamed: StreamedCall = { ...start, hasOwnId: own !== "", data, args: new StreamedArguments() };
      this.#streamed.add(streamed);
      return this.#continueCall(streamed, call, data);
    }
    const input = typeof args === "string" ? args : JSON.stringify(args ?? {});
    if (args != null) emit({ type: "tool_input_delta", id: start.id, delta: input });
    emit({ type: "tool_call", ...start, input, ...withProviderData(data) });
  }

  /**
   * Returns the arriving call that a piece continues. Only IDs distinguish calls that arrive at the same time. Pieces without
   * one continue the latest call.
   */
  #openCall({ id, name, args }: UnknownRecord): StreamedCall | undefined {
    const streamed = [...this.#streamed];
    const same = streamed.find((call) => call.hasOwnId && call.id === id);
    if (name != null) return args == null && same?.name === name ? same : undefined;
    const last = streamed.at(-1);
    return same ?? (last?.hasOwnId === true && maybeText(id) ? undefined : last);
  }

  /** Adds arguments to a call that is arriving. The last piece often has none, and no name. */
  #continueCall(call: StreamedCall, { partialArgs, willContinue }: UnknownRecord, data: ProviderData | undefined): void {
    call.data = data ?? call.data;
    const delta = call.args.add(partialArgs);
    if (delta !== "") this.#context.emit({ type: "tool_input_delta", id: call.id, delta });
    const isOpen = listOf(partialArgs).some((piece) => asRecord(piece)["willContinue"] === true);
    if (willContinue !== true && !isOpen) this.#endCall(call, false);
  }

  #endCall(call: StreamedCall, isTruncated: boolean): void {
    this.#streamed.delete(call);
    const { id, name, args, data } = call;
    const { emit } = this.#context;
    const { input, rest } = args.end(isTruncated);
    if (rest !== "") emit({ type: "tool_input_delta", id, delta: rest });
    emit({ type: "tool_call", id, name, input, ...withProviderData(data) });
  }
}

interface StreamedCall {
  readonly id: string;
  /** False if the provider sent no ID. */
  readonly hasOwnId: boolean;
  readonly name: string;
  readonly args: StreamedArguments;
  data: ProviderData | undefined;
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

/**
 * Returns the usage that fills the window, if it is not all: the input of Google's own tools is read in separate
 * passes, and does not go back.
 */
const lastPassOf = (usage: UnknownRecord = {}, isContinued: boolean): { readonly lastPass?: Usage } => {
  if (!isContinued && numberOf(usage["toolUsePromptTokenCount"]) === 0) return {};
  const { toolUsePromptTokenCount: _, ...last } = usage;
  return { lastPass: usageFrom(countsOf(last)) };
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
