import type { ModelError } from "../../model/index.ts";

/** A provider's refusal of the history. */
export interface Refusal {
  /** The provider's words. */
  readonly words: string;
  /** The kind of item that the error names; undefined if it names none. */
  readonly kind: "image" | "opaque" | undefined;
}

/** Classifies a failed request. Returns undefined if the history cannot be the cause. */
export const classifyRefusal = ({ code, status, message }: ModelError): Refusal | undefined => {
  const words = quoted(message);
  // An adapter may refuse a history too: then there is no status.
  const refused = status === undefined || status === 400 || status === 422;
  const tooLong = code === "overflow" && ONE_TEXT.test(words);
  if (!refused || !(code === "invalid" || tooLong) || OTHER.test(words) || !HISTORY.test(words)) return undefined;
  return { words, kind: kindOf(words) };
};

/**
 * Returns whether two errors refuse the same kind of item. Errors that name no kind are compared by their words, without the
 * locations and ids, which contain digits.
 */
export const isSameKind = (one: string, another: string): boolean => {
  const [words, other] = [quoted(one), quoted(another)];
  const kind = kindOf(words);
  return kind === kindOf(other) && (kind !== undefined || withoutIds(words) === withoutIds(other));
};

/** Returns the provider's words in an error message. Ours before them name the model, and a message. */
const quoted = (message: string): string => /Its message: (.*)$/s.exec(message)?.[1] ?? message;

const kindOf = (words: string): Refusal["kind"] => (IMAGE.test(words) ? "image" : OPAQUE.test(words) ? "opaque" : undefined);

const withoutIds = (words: string): string => words.replaceAll(/\S*\d\S*/g, "#").toLowerCase();

/** OpenAI's error for one string, not for the whole request. */
const ONE_TEXT = /string too long/i;

/** Errors of parameters and tools, which no change of the history solves. */
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
    // Gemini's only message for many refused histories.
    /invalid argument|invalid value at/.source,
  ].join("|"),
  "i",
);
