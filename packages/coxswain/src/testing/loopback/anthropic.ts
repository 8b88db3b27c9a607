import type { StopReason, Usage } from "../../model/index.ts";
import type { WireReply } from "./reply.ts";
import { seal } from "./seal.ts";
import { split } from "./split.ts";
import { validateAnthropic } from "./validate-anthropic.ts";
import type { StreamContext, WireFormat } from "./wire.ts";

const PING = 'event: ping\ndata: {"type":"ping"}\n\n';

/**
 * The Anthropic Messages API. Streaming: https://platform.claude.com/docs/en/build-with-claude/streaming, errors:
 * …/api/errors.
 */
export const anthropic: WireFormat = {
  stream: (reply, context) => {
    const content = contentBlocks(reply, context);
    // The first ping of a real stream comes after the first block has started.
    content.splice(1, 0, PING);
    return { content: [messageStart(reply.usage, context), ...content], ending: ending(reply) };
  },
  errorBody: ({ status, message }) => ({ type: "error", error: { type: errorType(status), message }, request_id: "req_loopback" }),
  errorEvent: ({ type = "overloaded_error", message }) => event("error", { type: "error", error: { type, message } }),
  keepAlive: PING,
  validate: validateAnthropic,
};

const messageStart = (usage: Usage, { model, number }: StreamContext): string =>
  event("message_start", {
    type: "message_start",
    message: {
      id: `msg_loopback_${number}`,
      type: "message",
      role: "assistant",
      model,
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { ...inputUsage(usage), output_tokens: Math.min(1, usage.output) },
    },
  });

const contentBlocks = (reply: WireReply, { model, number, chunk }: StreamContext): string[] => {
  const events: string[] = [];
  let index = 0;
  const block = (start: object, deltas: readonly string[]): void => {
    events.push(event("content_block_start", { type: "content_block_start", index, content_block: start }));
    for (const delta of deltas) {
      events.push(`event: content_block_delta\ndata: {"type":"content_block_delta","index":${index},"delta":${delta}}\n\n`);
    }
    events.push(`event: content_block_stop\ndata: {"type":"content_block_stop","index":${index}}\n\n`);
    index++;
  };
  const deltas = (type: string, field: string, text: string): string[] =>
    split(text, chunk).map((piece) => `{"type":"${type}","${field}":${JSON.stringify(piece)}}`);

  if (reply.reasoning !== undefined) {
    const signature = `{"type":"signature_delta","signature":"${seal(model, number)}"}`;
    block({ type: "thinking", thinking: "", signature: "" }, [...deltas("thinking_delta", "thinking", reply.reasoning), signature]);
  }
  if (reply.text !== undefined) block({ type: "text", text: "" }, deltas("text_delta", "text", reply.text));
  for (const { id, name, input } of reply.calls) {
    block({ type: "tool_use", id, name, input: {} }, deltas("input_json_delta", "partial_json", input));
  }
  return events;
};

const ending = ({ stop, usage }: WireReply): string[] =>
  stop === "interrupted"
    ? []
    : [
        event("message_delta", {
          type: "message_delta",
          delta: { stop_reason: STOP_REASON[stop], stop_sequence: null },
          usage: {
            ...inputUsage(usage),
            output_tokens: usage.output,
            ...(usage.reasoning > 0 ? { output_tokens_details: { thinking_tokens: usage.reasoning } } : {}),
          },
        }),
        'event: message_stop\ndata: {"type":"message_stop"}\n\n',
      ];

const STOP_REASON: Readonly<Record<Exclude<StopReason, "interrupted">, string>> = {
  stop: "end_turn",
  tool_calls: "tool_use",
  length: "max_tokens",
  refusal: "refusal",
  other: "compaction",
};

const inputUsage = (usage: Usage) => ({
  input_tokens: usage.input,
  cache_creation_input_tokens: usage.cacheWrite,
  cache_read_input_tokens: usage.cacheRead,
});

const errorType = (status: number): string => ERROR_TYPES[status] ?? (status < 500 ? "invalid_request_error" : "api_error");

const ERROR_TYPES: Readonly<Record<number, string>> = {
  401: "authentication_error",
  402: "billing_error",
  403: "permission_error",
  404: "not_found_error",
  413: "request_too_large",
  429: "rate_limit_error",
  504: "timeout_error",
  529: "overloaded_error",
};

const event = (name: string, data: object): string => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
