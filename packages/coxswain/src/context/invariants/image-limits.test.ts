import assert from "node:assert/strict";
import { test } from "node:test";
import type { ConversationMessage } from "../invariant.ts";
import { facts } from "../facts.fixture.ts";
import { assistant, MODEL, png, user } from "../messages.fixture.ts";
import { imageLimits, MOST_BYTES, MOST_IMAGES } from "./image-limits.ts";

const many = (count: number, length?: number): ConversationMessage[] =>
  Array.from({ length: count }, (_, at) => user(`image ${at}`, png(`${at}.png`, length)));

/** Returns the indexes of the messages whose image is sent. */
const sent = (messages: readonly ConversationMessage[]): readonly number[] =>
  imageLimits.enforce(messages, facts()).flatMap(({ content }, at) => (content.some(({ type }) => type === "image") ? [at] : []));

const upTo = (from: number, to: number): readonly number[] => Array.from({ length: to - from }, (_, at) => from + at);

test("sends the maximum number of images, as the same objects", () => {
  const messages = many(MOST_IMAGES);
  assert.ok(imageLimits.enforce(messages, facts()).every((message, at) => message === messages[at]));
});

test("with one more image, the oldest become text, down to three quarters", () => {
  assert.deepEqual(sent(many(MOST_IMAGES + 1)), upTo(6, 21));
});

test("the omitted images do not change for the next images, so that the prefix is stable", () => {
  for (let count = 21; count <= 26; count++) assert.deepEqual(sent(many(count)), upTo(6, count));
  assert.deepEqual(sent(many(27)), upTo(12, 27));
});

test("also limits the image bytes of a request", () => {
  assert.deepEqual(sent(many(3, MOST_BYTES / 3)), [0, 1, 2]);
  assert.deepEqual(sent(many(4, MOST_BYTES / 3)), [2, 3]);
});

test("omits only the oldest images of a message", () => {
  const message = user(...Array.from({ length: 21 }, (_, at) => png(`${at}.png`)));
  const [projected] = imageLimits.enforce([message], facts());
  assert.deepEqual(
    projected?.content.map(({ type }) => type),
    [...Array<string>(6).fill("text"), ...Array<string>(15).fill("image")],
  );
});

test("messages without images do not affect the earlier ones", () => {
  assert.ok(imageLimits.mayFollow?.([user("a"), assistant(["b"])]));
  assert.ok(!imageLimits.mayFollow?.([user("a"), ...many(1)]));
});

test("a small window has room for fewer images, and at least one", () => {
  const shownTo = (contextWindow: number): number =>
    imageLimits
      .enforce(many(30), facts({ model: { ...MODEL, contextWindow } }))
      .filter(({ content }) => content.some(({ type }) => type === "image")).length;
  assert.deepEqual([0, 4_000, 8_000, 32_000, 200_000].map(shownTo), [18, 1, 1, 3, 18]);
});
