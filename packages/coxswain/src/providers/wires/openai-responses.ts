import { NO_USAGE, type ProviderData, type StopReason } from "../../model/index.ts";
import { finishPart } from "../finish-part.ts";
import { type UnknownRecord, asRecord } from "../../base/index.ts";
import { listOf, maybeText, numberOf, textOf } from "./fields.ts";
import { openAIFault } from "./openai-fault.ts";
import { isParallelCall, splitParallelCall } from "./parallel-call.ts";
import { isProviderItem, responsesPart } from "./responses-items.ts";
import type { ResponseReader, WireContext, WireReader } from "./wire.ts";

/**
 * OpenAI Responses: https://platform.openai.com/docs/api-reference/responses-streaming. `key` is the key of the
 * adapter's provider data in the history.
 */
export const responsesReader =
  (key: string): ResponseReader =>
  (context) =>
    new ResponsesReader(key, context);

interface Call {
  readonly id: string;
  readonly name: string;
  /** Buffered deltas of a possible parallel call; undefined for an ordinary call. */
  readonly held: string[] | undefined;
  readonly async: unknown;
}

/** One reasoning item with its unfinished summaries. */
interface Reasoning {
  readonly encrypted: unknown;
  readonly open: Set<unknown>;
  readonly ended: Set<unknown>;
  hasText: boolean;
}

class ResponsesReader implements WireReader {
  readonly #key: string;
  readonly #context: WireContext;
  /** Item IDs by output index: some servers send a different ID with each event of an item. */
  readonly #ids = new Map<unknown, string>();
  /** The output indexes of the messages whose text has arrived. */
  readonly #withText = new Set<unknown>();
  readonly #calls = new Map<unknown, Call>();
  readonly #reasoning = new Map<string, Reasoning>();
  #annotations: unknown[] = [];
  #phase: unknown;
  #hasCalls = false;
  #hasRefusal = false;
  #hasProviderTools = false;
  /** The ID of the last reasoning item: OpenAI requires it with the items of its tools that follow. */
  #reasoningId: unknown;

  constructor(key: string, context: WireContext) {
    this.#key = key;
    this.#context = context;
  }

  read(event: unknown): void {
    const fields = asRecord(event);
    // Gateways report failures of any model in the format of OpenAI Chat.
    if (fields["type"] === undefined && fields["error"] != null) throw openAIFault(fields["error"]);
    switch (textOf(fields["type"])) {
      case "response.output_text.delta":
        return this.#text(fields);
      case "response.refusal.delta":
        this.#hasRefusal = true;
        return this.#text(fields);
      case "response.refusal.done":
        this.#hasRefusal = true;
        return undefined;
      case "response.reasoning_summary_text.delta":
        return this.#summary(fields, fields["summary_index"]);
      case "response.reasoning_text.delta":
        // The reasoning itself, of open models in LM Studio and vLLM. It takes the place of the first summary.
        return this.#summary(fields, 0);
      case "response.reasoning_summary_part.added":
        return this.#startSummary(fields);
      case "response.reasoning_summary_part.done":
        return this.#endSummary(fields);
      case "response.function_call_arguments.delta":
        return this.#arguments(fields);
      case "response.output_text.annotation.added":
        this.#annotations.push(fields["annotation"]);
        return undefined;
      case "response.output_item.added":
        return this.#start(fields["output_index"], asRecord(fields["item"]));
      case "response.output_item.done":
        return this.#end(fields["output_index"], asRecord(fields["item"]));
      case "response.completed":
      case "response.incomplete":
        return this.#finish(asRecord(fields["response"]));
      case "response.failed":
        return this.#failed(fields);
      case "error":
        throw openAIFault(fields["error"] ?? fields);
    }
  }

  end(): undefined {
    // A stream without one of the three end events is truncated; the ResponseIterator detects that.
  }

  #start(place: unknown, item: UnknownRecord): void {
    switch (item["type"]) {
      case "message": {
        const id = textOf(item["id"]);
        this.#ids.set(place, id);
        this.#annotations = [];
        this.#phase = item["phase"];
        return this.#context.emit({ type: "text_start", id });
      }
      case "reasoning": {
        const id = textOf(item["id"]);
        this.#ids.set(place, id);
        this.#reasoningId = id;
        this.#reasoning.set(id, { encrypted: item["encrypted_content"], open: new Set([0]), ended: new Set(), hasText: false });
        return this.#emitSummaryStart(id, 0, item["encrypted_content"]);
      }
      case "function_call": {
        const [id, name] = [textOf(item["call_id"]), textOf(item["name"])];
        const held = isParallelCall(name, this.#context.tools) ? [] : undefined;
        this.#calls.set(place, { id, name, held, async: item["async"] });
        if (held === undefined) this.#context.emit({ type: "tool_input_start", id, name });
      }
    }
  }

  #end(place: unknown, item: UnknownRecord): void {
    switch (item["type"]) {
      case "message":
        return this.#endText(place, item);
      case "reasoning":
        return this.#endReasoning(place, item);
      case "function_call":
        return this.#endCall(place, item);
      default:
        if (!isProviderItem(item)) return;
        this.#hasProviderTools = true;
        this.#context.emit(responsesPart(item, this.#key, this.#reasoningId));
    }
  }

  #text(event: UnknownRecord): void {
    const delta = textOf(event["delta"]);
    if (delta === "") return;
    this.#withText.add(event["output_index"]);
    this.#context.emit({ type: "text_delta", id: this.#idOf(event), delta });
  }

  #endText(place: unknown, item: UnknownRecord): void {
    const itemId = this.#ids.get(place) ?? textOf(item["id"]);
    const phase = item["phase"] ?? this.#phase;
    const annotations = this.#annotations;
    this.#phase = undefined;
    this.#ids.delete(place);
    const content = listOf(item["content"]).map(asRecord);
    this.#hasRefusal ||= content.some(({ type }) => type === "refusal");
    // Servers that do not stream the text send it whole.
    const whole = content.map(({ text, refusal }) => maybeText(text) ?? maybeText(refusal) ?? "").join("");
    if (!this.#withText.has(place) && whole !== "") this.#context.emit({ type: "text_delta", id: itemId, delta: whole });
    this.#withText.add(place);
    this.#context.emit({
      type: "text_end",
      id: itemId,
      providerData: this.#data({
        itemId,
        ...(phase == null ? {} : { phase }),
        ...(annotations.length === 0 ? {} : { annotations }),
      }),
    });
  }

  #summary(event: UnknownRecord, index: unknown): void {
    const delta = textOf(event["delta"]);
    if (delta === "") return;
    const itemId = this.#idOf(event);
    const reasoning = this.#reasoning.get(itemId);
    if (reasoning !== undefined) reasoning.hasText = true;
    this.#context.emit({ type: "reasoning_delta", id: summaryId(itemId, index), delta });
  }

  /**
   * Ends the previous summaries here, because the last summary must wait for the item's end with the encrypted
   * reasoning.
   */
  #startSummary(event: UnknownRecord): void {
    const itemId = this.#idOf(event);
    const index = event["summary_index"];
    const reasoning = this.#reasoning.get(itemId);
    if (reasoning === undefined || numberOf(index) <= 0) return;
    for (const ended of reasoning.ended) {
      reasoning.open.delete(ended);
      this.#context.emit({ type: "reasoning_end", id: summaryId(itemId, ended), providerData: this.#data({ itemId }) });
    }
    reasoning.ended.clear();
    reasoning.open.add(index);
    this.#emitSummaryStart(itemId, index, reasoning.encrypted);
  }

  #endSummary(event: UnknownRecord): void {
    const reasoning = this.#reasoning.get(this.#idOf(event));
    reasoning?.open.add(event["summary_index"]);
    reasoning?.ended.add(event["summary_index"]);
  }

  #emitSummaryStart(itemId: string, index: unknown, encrypted: unknown): void {
    const providerData = this.#data({ itemId, reasoningEncryptedContent: encrypted ?? null });
    this.#context.emit({ type: "reasoning_start", id: summaryId(itemId, index), providerData });
  }

  #endReasoning(place: unknown, item: UnknownRecord): void {
    const itemId = this.#ids.get(place) ?? textOf(item["id"]);
    const providerData = this.#data({ itemId, reasoningEncryptedContent: item["encrypted_content"] ?? null });
    const reasoning = this.#reasoning.get(itemId);
    // Servers that do not stream the reasoning send it whole.
    if (reasoning?.hasText === false) {
      for (const [index, delta] of reasoningTexts(item).entries()) {
        if (!reasoning.open.has(index)) this.#emitSummaryStart(itemId, index, reasoning.encrypted);
        reasoning.open.add(index);
        this.#context.emit({ type: "reasoning_delta", id: summaryId(itemId, index), delta });
      }
    }
    for (const index of reasoning?.open ?? []) {
      this.#context.emit({ type: "reasoning_end", id: summaryId(itemId, index), providerData });
    }
    this.#reasoning.delete(itemId);
    this.#ids.delete(place);
  }

  #arguments(event: UnknownRecord): void {
    const call = this.#calls.get(event["output_index"]);
    const delta = textOf(event["delta"]);
    if (call === undefined || delta === "") return;
    if (call.held !== undefined) call.held.push(delta);
    else this.#context.emit({ type: "tool_input_delta", id: call.id, delta });
  }

  #endCall(place: unknown, item: UnknownRecord): void {
    const started = this.#calls.get(place);
    this.#calls.delete(place);
    this.#hasCalls = true;
    const { emit, tools } = this.#context;
    const [id, name, input] = [textOf(item["call_id"]), textOf(item["name"]), textOf(item["arguments"])];
    if (isParallelCall(name, tools)) {
      const split = splitParallelCall({ id, name, input, itemId: item["id"] }, tools);
      if (split !== undefined) {
        for (const { data, ...call } of split) {
          emit({ type: "tool_input_start", id: call.id, name: call.name });
          emit({ type: "tool_input_delta", id: call.id, delta: call.input });
          emit({ type: "tool_call", ...call, providerData: this.#data(data) });
        }
        return;
      }
      emit({ type: "tool_input_start", id, name });
      for (const delta of started?.held ?? [input]) emit({ type: "tool_input_delta", id, delta });
    }
    const async = item["async"] ?? started?.async;
    const providerData = this.#data({
      itemId: item["id"],
      ...(async == null ? {} : { async }),
      ...(item["namespace"] == null ? {} : { namespace: item["namespace"] }),
      ...(item["caller"] == null ? {} : { caller: callerOf(asRecord(item["caller"])) }),
    });
    emit({ type: "tool_call", id, name, input, providerData });
  }

  #finish(response: UnknownRecord): void {
    const reason = maybeText(asRecord(response["incomplete_details"])["reason"]);
    this.#emitFinish(this.#stopOf(reason), reason, asRecord(response["usage"]));
  }

  #failed(event: UnknownRecord): void {
    const response = asRecord(event["response"]);
    const { error, incomplete_details: details } = response;
    if (error != null) throw openAIFault(error);
    const reason = maybeText(asRecord(details)["reason"]);
    const usage = asRecord(response["usage"]);
    if (reason === undefined) this.#emitFinish("error", "error", usage);
    else this.#emitFinish(this.#stopOf(reason), reason, usage);
  }

  #stopOf(reason: string | undefined): StopReason {
    switch (reason) {
      case undefined:
        return this.#hasRefusal && !this.#hasCalls ? "refusal" : "stop";
      case "max_output_tokens":
        return "length";
      case "content_filter":
        return "refusal";
      default:
        return this.#hasCalls ? "tool_calls" : "other";
    }
  }

  #emitFinish(stop: StopReason | "error", raw: string | undefined, usage: UnknownRecord): void {
    const { emit, origin } = this.#context;
    const { cached_tokens: cacheRead, cache_write_tokens: cacheWrite } = asRecord(usage["input_tokens_details"]);
    const counts = {
      input: numberOf(usage["input_tokens"]) - numberOf(cacheRead) - numberOf(cacheWrite),
      cacheRead,
      cacheWrite,
      output: usage["output_tokens"],
      reasoning: asRecord(usage["output_tokens_details"])["reasoning_tokens"],
    };
    // Each result of a tool at the provider is another pass; only the sum is reported.
    const lastPass = this.#hasProviderTools ? NO_USAGE : undefined;
    emit(finishPart({ stop, raw, usage: counts, lastPass }, this.#hasCalls, origin));
  }

  #idOf({ item_id: itemId, output_index: place }: UnknownRecord): string {
    return this.#ids.get(place) ?? textOf(itemId);
  }

  #data(fields: UnknownRecord): ProviderData {
    return { [this.#key]: fields };
  }
}

const summaryId = (itemId: string, index: unknown): string => `${itemId}:${String(index)}`;

/** Returns the summaries of an item, or else its reasoning as one string. */
const reasoningTexts = ({ summary, content }: UnknownRecord): readonly string[] => {
  const [summaries, whole] = [summary, content].map((parts) => listOf(parts).map((part) => maybeText(asRecord(part)["text"]) ?? ""));
  return (summaries?.length ? summaries : [whole?.join("") ?? ""]).filter((text) => text !== "");
};

const callerOf = (caller: UnknownRecord): UnknownRecord =>
  caller["type"] === "program" ? { type: "program", callerId: caller["caller_id"] } : caller;
