import type { StopReason, Usage } from "../../model/index.ts";
import { openaiErrorBody } from "./openai-error.ts";
import type { WireReply } from "./reply.ts";
import type { JsonObject } from "./json.ts";
import { seal } from "./seal.ts";
import { split } from "./split.ts";
import { validateOpenAIResponses } from "./validate-openai-responses.ts";
import type { StreamContext, WireFormat } from "./wire.ts";

/**
 * The OpenAI Responses API: https://platform.openai.com/docs/api-reference/responses-streaming. It stores nothing, as
 * with `store: false`.
 */
export const openaiResponses: WireFormat = {
  stream: (reply, context) => {
    const events: string[] = [];
    const emit: Emit = (type, fields) => {
      events.push(`event: ${type}\ndata: {"type":"${type}","sequence_number":${events.length},${fields}}\n\n`);
    };
    const begun = JSON.stringify(responseObject(context, { status: "in_progress" }));
    emit("response.created", `"response":${begun}`);
    emit("response.in_progress", `"response":${begun}`);
    const output = emitItems(reply, context, emit);
    const contentEnd = events.length;
    if (reply.stop !== "interrupted") emitEnd(reply, reply.stop, output, context, emit);
    return { content: events.slice(0, contentEnd), ending: events.slice(contentEnd) };
  },
  errorBody: openaiErrorBody,
  errorEvent: ({ type = "server_is_overloaded", message }) =>
    `event: error\ndata: ${JSON.stringify({ type: "error", code: type, message, param: null, sequence_number: 0 })}\n\n`,
  keepAlive: ": keep-alive\n\n",
  validate: validateOpenAIResponses,
};

/** Emits an event from its type and JSON with the fields except type and sequence number. */
type Emit = (type: string, fields: string) => void;

const emitItems = (reply: WireReply, context: StreamContext, emit: Emit): JsonObject[] => {
  const { number, chunk } = context;
  const output: JsonObject[] = [];
  const item = (begun: JsonObject, finished: JsonObject, deltas: (place: string) => void): void => {
    const place = `"output_index":${output.length}`;
    emit("response.output_item.added", `${place},"item":${JSON.stringify(begun)}`);
    deltas(`"item_id":${JSON.stringify(begun["id"])},${place}`);
    emit("response.output_item.done", `${place},"item":${JSON.stringify(finished)}`);
    output.push(finished);
  };

  if (reply.reasoning !== undefined) {
    const text = reply.reasoning;
    const begun = { id: `rs_loopback_${number}`, type: "reasoning", summary: [], ...encryptedContent(context) };
    item(begun, { ...begun, summary: [{ type: "summary_text", text }] }, (place) => {
      const at = `${place},"summary_index":0`;
      emit("response.reasoning_summary_part.added", `${at},"part":{"type":"summary_text","text":""}`);
      for (const piece of split(text, chunk)) emit("response.reasoning_summary_text.delta", `${at},"delta":${JSON.stringify(piece)}`);
      emit("response.reasoning_summary_text.done", `${at},"text":${JSON.stringify(text)}`);
      emit("response.reasoning_summary_part.done", `${at},"part":${JSON.stringify({ type: "summary_text", text })}`);
    });
  }
  if (reply.text !== undefined) {
    const { text } = reply;
    const begun = { id: `msg_loopback_${number}`, type: "message", role: "assistant", status: "in_progress", content: [] };
    const part = (value: string) => ({ type: "output_text", text: value, annotations: [], logprobs: [] });
    item(begun, { ...begun, status: "completed", content: [part(text)] }, (place) => {
      const at = `${place},"content_index":0`;
      emit("response.content_part.added", `${at},"part":${JSON.stringify(part(""))}`);
      for (const piece of split(text, chunk)) emit("response.output_text.delta", `${at},"logprobs":[],"delta":${JSON.stringify(piece)}`);
      emit("response.output_text.done", `${at},"logprobs":[],"text":${JSON.stringify(text)}`);
      emit("response.content_part.done", `${at},"part":${JSON.stringify(part(text))}`);
    });
  }
  for (const [index, { id, name, input }] of reply.calls.entries()) {
    const begun = {
      id: `fc_loopback_${number}_${index}`,
      type: "function_call",
      status: "in_progress",
      call_id: id,
      name,
      arguments: "",
    };
    item(begun, { ...begun, status: "completed", arguments: input }, (place) => {
      for (const piece of split(input, chunk)) emit("response.function_call_arguments.delta", `${place},"delta":${JSON.stringify(piece)}`);
      emit("response.function_call_arguments.done", `${place},"name":${JSON.stringify(name)},"arguments":${JSON.stringify(input)}`);
    });
  }
  return output;
};

const emitEnd = (
  reply: WireReply,
  stop: Exclude<StopReason, "interrupted">,
  output: readonly JsonObject[],
  context: StreamContext,
  emit: Emit,
): void => {
  const reason = INCOMPLETE_REASON[stop];
  const status = reason === undefined ? "completed" : "incomplete";
  const response = responseObject(context, {
    status,
    output,
    usage: usage(reply.usage),
    ...(reason === undefined ? {} : { incomplete_details: { reason } }),
  });
  emit(`response.${status}`, `"response":${JSON.stringify(response)}`);
};

const INCOMPLETE_REASON: Readonly<Record<Exclude<StopReason, "interrupted">, string | undefined>> = {
  stop: undefined,
  tool_calls: undefined,
  length: "max_output_tokens",
  refusal: "content_filter",
  other: "other",
};

const responseObject = ({ model, number }: StreamContext, state: JsonObject): JsonObject => ({
  id: `resp_loopback_${number}`,
  object: "response",
  created_at: 1_700_000_000,
  model,
  error: null,
  incomplete_details: null,
  output: [],
  usage: null,
  ...state,
});

const encryptedContent = ({ model, number, body }: StreamContext): JsonObject =>
  Array.isArray(body["include"]) && body["include"].includes("reasoning.encrypted_content")
    ? { encrypted_content: seal(model, number) }
    : {};

const usage = ({ input, cacheRead, cacheWrite, output, reasoning }: Usage) => ({
  input_tokens: input + cacheRead + cacheWrite,
  input_tokens_details: { cached_tokens: cacheRead, ...(cacheWrite > 0 ? { cache_write_tokens: cacheWrite } : {}) },
  output_tokens: output,
  output_tokens_details: { reasoning_tokens: reasoning },
  total_tokens: input + cacheRead + cacheWrite + output,
});
