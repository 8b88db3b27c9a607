import type { ToolCall } from "../measure/anthropic-wire.ts";

/** Answers in the format of OpenAI's Responses API, from its public documentation. */

interface Field {
  readonly [field: string]: unknown;
}

const stream = (events: readonly (Field & { readonly type: string })[]): string =>
  events.map((event, number) => `event: ${event.type}\ndata: ${JSON.stringify({ ...event, sequence_number: number })}\n\n`).join("");

/** A response with one item of output, whose deltas come between its start and its end. */
const response = (
  number: number,
  item: Field & { readonly id: string },
  begun: Field,
  deltas: readonly (Field & { readonly type: string })[],
) => {
  const fields = { id: `resp_${number}`, object: "response", created_at: 1_700_000_000, model: "bench", error: null };
  const usage = {
    input_tokens: 10,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 10,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 20,
  };
  return stream([
    { type: "response.created", response: { ...fields, status: "in_progress", output: [], usage: null } },
    { type: "response.output_item.added", output_index: 0, item: { ...item, ...begun, status: "in_progress" } },
    ...deltas.map((delta) => ({ ...delta, item_id: item.id, output_index: 0 })),
    { type: "response.output_item.done", output_index: 0, item },
    { type: "response.completed", response: { ...fields, status: "completed", output: [item], usage } },
  ]);
};

/** A message with one delta per word. */
export const textResponse = (number: number, words: readonly string[]): string => {
  const part = { type: "output_text", text: words.join(""), annotations: [] };
  const item = { id: `msg_${number}`, type: "message", role: "assistant", status: "completed", content: [part] };
  const deltas = words.map((delta) => ({ type: "response.output_text.delta", content_index: 0, delta }));
  return response(number, item, { content: [] }, deltas);
};

export const callResponse = (number: number, { name, input }: ToolCall): string => {
  const json = JSON.stringify(input);
  const item = { id: `fc_${number}`, type: "function_call", status: "completed", call_id: `call_${number}`, name, arguments: json };
  return response(number, item, { arguments: "" }, [{ type: "response.function_call_arguments.delta", delta: json }]);
};
