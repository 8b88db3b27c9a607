import assert from "node:assert/strict";
import type { JsonObject, LoopbackRequest } from "coxswain/testing";

/** When there are too many images, the oldest become text: the one rule under which a request of a run begins otherwise. */
const OLD_IMAGE = /left out: there are newer ones/g;

/**
 * Asserts that the next request begins as the one before, with its tools, its system prompt and all its messages: a provider's
 * cache is found again by that. Marks of the cache move, and where messages of one role are joined, the last grows. `reasoning`:
 * whether that of the earlier request is to be there still; between runs it goes.
 */
export const assertSamePrefix = (before: LoopbackRequest | undefined, after: LoopbackRequest, { reasoning = true } = {}): void => {
  if (before === undefined || before.wire !== after.wire || before.model !== after.model) return;
  if (before.text.match(OLD_IMAGE)?.length !== after.text.match(OLD_IMAGE)?.length) return;
  const blocks = reasoning
    ? blocksOf
    : (request: LoopbackRequest) =>
        blocksOf(request)
          .map(withoutReasoning)
          .filter((block) => block !== "");
  const beginning = blocks(before);
  assert.deepEqual(blocks(after).slice(0, beginning.length), beginning, "the request begins otherwise than the one before");
};

/** A request from its beginning, as a provider's cache sees it: in pieces of JSON, byte by byte. */
const blocksOf = ({ body }: LoopbackRequest): readonly string[] => {
  const { messages, input, contents, system, systemInstruction, tools } = body;
  const list = (messages ?? input ?? contents) as readonly JsonObject[];
  return [textOf(tools), textOf([system, systemInstruction]), ...list.flatMap(blocksIn)];
};

const blocksIn = (message: JsonObject): readonly string[] => {
  const { content, parts, ...rest } = message;
  const inner = parts ?? content;
  if (!Array.isArray(inner)) return [textOf(message)];
  return inner.map((block: JsonObject) => textOf({ ...rest, ...block }));
};

const textOf = (value: unknown): string =>
  JSON.stringify(value, (key, inner: unknown) => (key === "cache_control" ? undefined : inner)) ?? "";

/** A block of reasoning alone is nothing then. Of the four wires each writes it in its own way. */
const withoutReasoning = (block: string): string => {
  const { reasoning_content: _, ...rest } = JSON.parse(block) as JsonObject;
  const isReasoning = rest["type"] === "thinking" || rest["type"] === "reasoning" || rest["thought"] === true;
  return isReasoning ? "" : JSON.stringify(rest);
};
