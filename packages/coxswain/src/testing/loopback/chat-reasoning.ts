import { isObject, type JsonObject, objectsOf } from "./json.ts";
import type { WireReply } from "./reply.ts";
import { isSealOf, seal } from "./seal.ts";

/** Returns whether a model of Chat Completions sends OpenRouter's reasoning blocks and requires them back. */
const sendsBlocks = (model: string): boolean => /^google\/gemini-([3-9]|\d\d)/.test(model);

const FORMAT = { format: "google-gemini-v1", index: 0 };

/** Returns the delta of a piece of reasoning, as JSON. */
export const reasoningDelta = (model: string, piece: string): string =>
  JSON.stringify(
    sendsBlocks(model)
      ? { reasoning: piece, reasoning_details: [{ type: "reasoning.text", text: piece, ...FORMAT }] }
      : { reasoning_content: piece },
  );

/** Returns the deltas of a reply's signature, which follows its calls: the first call is signed. */
export const signatureDeltas = ({ calls: [call] }: WireReply, model: string, number: number): readonly string[] =>
  call === undefined || !sendsBlocks(model)
    ? []
    : [JSON.stringify({ reasoning_details: [{ type: "reasoning.encrypted", data: seal(model, number), id: call.id, ...FORMAT }] })];

/** Returns the error message of a provider whose reasoning a request lacks. */
export const reasoningFault = (messages: readonly JsonObject[], body: JsonObject, model: string): string | undefined => {
  const isThinking = !isObject(body["thinking"]) || body["thinking"]["type"] !== "disabled";
  for (const [at, message] of messages.entries()) {
    const { role, tool_calls: calls, reasoning_content: text, reasoning_details: details } = message;
    if (role !== "assistant") continue;
    // https://api-docs.deepseek.com/guides/thinking_mode
    if (/deepseek/.test(model) && isThinking && body["tools"] !== undefined && typeof text !== "string" && details === undefined)
      return "The `reasoning_content` in the thinking mode must be passed back to the API.";
    const [call] = objectsOf(calls);
    // https://platform.moonshot.ai/docs/guide/use-kimi-k2-thinking-model
    if (/kimi/.test(model) && isThinking && call !== undefined && (typeof text !== "string" || text === "") && details === undefined)
      return `thinking is enabled but reasoning_content is missing in assistant tool call message at index ${at}`;
    const signatures = objectsOf(details).filter(({ type }) => type === "reasoning.encrypted");
    if (signatures.some(({ data }) => data !== UNSIGNED && !isSealOf(model, data))) return "Corrupted thought signature.";
    // https://openrouter.ai/docs/guides/best-practices/reasoning-tokens#preserving-reasoning
    if (sendsBlocks(model) && call !== undefined && !signatures.some(({ id }) => id === call["id"]))
      return "Gemini models require OpenRouter reasoning details to be preserved in each request. Function call is missing a thought_signature in functionCall parts.";
  }
  return undefined;
};

/** The documented placeholder signature for a call of another model. */
const UNSIGNED = "skip_thought_signature_validator";
