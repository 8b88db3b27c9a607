import assert from "node:assert/strict";
import type { JsonObject, LoopbackRequest } from "coxswain/testing";

/** If there are too many images, the oldest become text. This is the only change of the prefix within a run. */
const OLD_IMAGE = /omitted: the request has the maximum number of images/g;

/**
 * Asserts that the next request starts with the tools, the system prompt and all messages of the previous one, so that
 * the
 * provider's cache applies. Ignores cache marks. `reasoning: false` also ignores reasoning, which is omitted after a
 * run.
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
  const prefix = blocks(before);
  assert.deepEqual(blocks(after).slice(0, prefix.length), prefix, "the request has the previous request's prefix");
};

/** Splits a request into blocks of JSON in the order in which the provider's cache compares them. */
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

/** Removes reasoning from a block, in the format of each wire. Returns "" for a block of reasoning. */
const withoutReasoning = (block: string): string => {
  const { reasoning_content: _, ...rest } = JSON.parse(block) as JsonObject;
  const isReasoning = rest["type"] === "thinking" || rest["type"] === "reasoning" || rest["thought"] === true;
  return isReasoning ? "" : JSON.stringify(rest);
};
