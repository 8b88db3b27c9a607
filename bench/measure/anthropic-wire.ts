/** Answers in the format of Anthropic's Messages API, from its public documentation. */

export interface ToolCall {
  readonly name: string;
  readonly input: object;
}

const event = (data: { readonly type: string; readonly [field: string]: unknown }): string =>
  `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`;

const BEGIN = event({
  type: "message_start",
  message: {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "bench",
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: 10, output_tokens: 1 },
  },
});

const end = (stop: "end_turn" | "tool_use"): string =>
  [
    event({ type: "message_delta", delta: { stop_reason: stop, stop_sequence: null }, usage: { output_tokens: 10 } }),
    event({ type: "message_stop" }),
  ].join("");

const message = (content: string, stop: "end_turn" | "tool_use"): string => [BEGIN, content, end(stop)].join("");

const blockStart = (start: object): string => event({ type: "content_block_start", index: 0, content_block: start });
const blockDelta = (delta: object): string => event({ type: "content_block_delta", index: 0, delta });
const BLOCK_STOP = event({ type: "content_block_stop", index: 0 });

const block = (start: object, deltas: readonly object[]): string => [blockStart(start), ...deltas.map(blockDelta), BLOCK_STOP].join("");

/** A message with one delta per word. */
export const textAnswer = (words: readonly string[]): string =>
  message(
    block(
      { type: "text", text: "" },
      words.map((text) => ({ type: "text_delta", text })),
    ),
    "end_turn",
  );

/** The parts of a text message that is written piece by piece. */
export const textAnswerParts = {
  begin: BEGIN + blockStart({ type: "text", text: "" }),
  delta: (text: string): string => blockDelta({ type: "text_delta", text }),
  end: BLOCK_STOP + end("end_turn"),
} as const;

/** A tool call, by default of `noop`. */
export const callAnswer = (number: number, { name, input }: ToolCall = { name: "noop", input: { n: number } }): string =>
  message(
    block({ type: "tool_use", id: `toolu_${number}`, name, input: {} }, [
      { type: "input_json_delta", partial_json: JSON.stringify(input) },
    ]),
    "tool_use",
  );

/** The number of assistant messages in a request's body: the turns so far. */
export const turnsIn = (body: string): number => body.split('"role":"assistant"').length - 1;
