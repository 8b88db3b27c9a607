import assert from "node:assert/strict";
import type { JsonObject, LoopbackRequest } from "coxswain/testing";

/** When there are too many images, the oldest become text: the one rule under which a request of a run begins otherwise. */
const OLD_IMAGE = /left out: there are newer ones/g;

/**
 * Asserts that the next request of a run begins as the one before. A provider's cache is found again by that. Marks of
 * the cache move, and where messages of one role are joined, the last grows.
 */
export const assertSamePrefix = (before: LoopbackRequest | undefined, after: LoopbackRequest): void => {
  if (before === undefined || before.wire !== after.wire || before.model !== after.model) return;
  if (before.text.match(OLD_IMAGE)?.length !== after.text.match(OLD_IMAGE)?.length) return;
  const beginning = blocksOf(before);
  assert.deepEqual(blocksOf(after).slice(0, beginning.length), beginning, "the request begins otherwise than the one before");
};

const blocksOf = ({ body }: LoopbackRequest): readonly string[] => {
  const { messages, input, contents, system, systemInstruction } = body;
  const list = (messages ?? input ?? contents) as readonly JsonObject[];
  return [JSON.stringify([system, systemInstruction]), ...list.flatMap(blocksIn)];
};

const blocksIn = (message: JsonObject): readonly string[] => {
  const { content, parts, cache_control: _, ...rest } = message;
  const inner = parts ?? content;
  if (!Array.isArray(inner)) return [JSON.stringify(message)];
  return inner.map((block: JsonObject) => JSON.stringify({ ...rest, ...block, cache_control: undefined }));
};
