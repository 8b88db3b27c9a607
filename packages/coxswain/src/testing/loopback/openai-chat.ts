import type { StopReason } from "../../model/index.ts";
import { reasoningDelta, signatureDeltas } from "./chat-reasoning.ts";
import { openaiErrorBody } from "./openai-error.ts";
import type { WireReply } from "./reply.ts";
import { split } from "./split.ts";
import { validateOpenAIChat } from "./validate-openai-chat.ts";
import type { StreamContext, WireFormat } from "./wire.ts";

/**
 * The OpenAI Chat Completions API: https://platform.openai.com/docs/api-reference/chat-streaming. Reasoning is sent as
 * `reasoning_content`, like DeepSeek, vLLM and llama.cpp, or as OpenRouter's blocks; OpenAI itself does not send it.
 */
export const openaiChat: WireFormat = {
  stream: (reply, context) => {
    const chunk = chunkWriter(context);
    return { content: content(reply, context, chunk), ending: ending(reply, context, chunk) };
  },
  errorBody: openaiErrorBody,
  errorEvent: ({ type = "server_error", message }) => `data: ${JSON.stringify({ error: { message, type, param: null, code: null } })}\n\n`,
  keepAlive: ": keep-alive\n\n",
  validate: validateOpenAIChat,
};

/** Writes a chunk from JSON with its `choices` and the fields beside them. */
type ChunkWriter = (fields: string) => string;

const chunkWriter = ({ model, number }: StreamContext): ChunkWriter => {
  const head = `data: {"id":"chatcmpl-loopback-${number}","object":"chat.completion.chunk","created":1700000000,"model":${JSON.stringify(model)},`;
  return (fields) => `${head}${fields}}\n\n`;
};

const content = (reply: WireReply, { model, number, chunk: size }: StreamContext, chunk: ChunkWriter): string[] => {
  const delta = (json: string): string => chunk(`"choices":[{"index":0,"delta":${json},"finish_reason":null}]`);
  const events = [delta('{"role":"assistant","content":""}')];
  for (const piece of split(reply.reasoning ?? "", size)) events.push(delta(reasoningDelta(model, piece)));
  for (const piece of split(reply.text ?? "", size)) events.push(delta(`{"content":${JSON.stringify(piece)}}`));
  for (const [index, { id, name, input }] of reply.calls.entries()) {
    const start = { index, id, type: "function", function: { name, arguments: "" } };
    events.push(delta(`{"tool_calls":[${JSON.stringify(start)}]}`));
    for (const piece of split(input, size)) {
      events.push(delta(`{"tool_calls":[{"index":${index},"function":{"arguments":${JSON.stringify(piece)}}}]}`));
    }
  }
  events.push(...signatureDeltas(reply, model, number).map(delta));
  return events;
};

const ending = (reply: WireReply, { body }: StreamContext, chunk: ChunkWriter): string[] => {
  if (reply.stop === "interrupted") return [];
  const finish = chunk(`"choices":[{"index":0,"delta":{},"finish_reason":"${FINISH_REASON[reply.stop]}"}]`);
  const options = body["stream_options"] as { readonly include_usage?: unknown } | undefined;
  return options?.include_usage === true ? [finish, chunk(`"choices":[],"usage":${JSON.stringify(usage(reply))}`), DONE] : [finish, DONE];
};

const usage = ({ usage: { input, cacheRead, cacheWrite, output, reasoning }, cost }: WireReply) => ({
  prompt_tokens: input + cacheRead + cacheWrite,
  completion_tokens: output,
  total_tokens: input + cacheRead + cacheWrite + output,
  prompt_tokens_details: { cached_tokens: cacheRead, ...(cacheWrite > 0 ? { cache_write_tokens: cacheWrite } : {}) },
  completion_tokens_details: { reasoning_tokens: reasoning },
  ...(cost === undefined ? {} : { cost }),
});

const FINISH_REASON: Readonly<Record<Exclude<StopReason, "interrupted">, string>> = {
  stop: "stop",
  tool_calls: "tool_calls",
  length: "length",
  refusal: "content_filter",
  other: "other",
};

const DONE = "data: [DONE]\n\n";
