import type { ModelError } from "../../model/index.ts";

/** What a provider's refusal says of the history. */
export interface Refusal {
  /** The provider's words, with what we say around them. */
  readonly words: string;
  /** What it speaks of; undefined when it says nothing so exact. */
  readonly kind: "image" | "opaque" | undefined;
}

/** Whether a failed request is one that the history may be the cause of; undefined when another request would fail as well. */
export const classifyRefusal = ({ code, status, message: words }: ModelError): Refusal | undefined => {
  // An adapter may refuse a history, too: then there is no status.
  const refused = status === undefined || status === 400 || status === 422;
  const tooLong = code === "overflow" && ONE_TEXT.test(words);
  if (!refused || !(code === "invalid" || tooLong) || OTHER.test(words) || !HISTORY.test(words)) return undefined;
  return { words, kind: IMAGE.test(words) ? "image" : OPAQUE.test(words) ? "opaque" : undefined };
};

/** Of one text, and not of the whole: OpenAI's words. */
const ONE_TEXT = /string too long/i;

/** Parameters and tools: no change of the history would help. */
const OTHER =
  /temperature|top_?[pk]\b|max_(output_|completion_)?tokens|maxOutputTokens|budget|effort|response_format|tool_choice|tool_config|\btools(\.|\[)\d|function_declarations|input_schema|tool names must be|cache_control|certificate|api.?version|anthropic-beta|does not exist|stream_options/i;

const IMAGE = /image|media.?type|mime|base64|picture|pixels/i;

const OPAQUE = /signature|thinking|reasoning|encrypted|\bitem\b/i;

const HISTORY = new RegExp(
  [
    IMAGE.source,
    OPAQUE.source,
    /\b(messages?|contents?|input)\b\s*[.[:]/.source,
    /tool_(use|result|call)|tool call|tool message|function.?(call|response|result)/.source,
    /\broles?\b|\bcontent\b|text (part|block)|alternate|user turn|prefill/.source,
    /surrogate|unicode|utf-?8|null (byte|character)|valid json|parse the json|json body/.source,
    // All that Gemini says of many histories that it does not take.
    /invalid argument|invalid value at/.source,
  ].join("|"),
  "i",
);
