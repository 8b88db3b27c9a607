import assert from "node:assert/strict";
import { test } from "node:test";
import type { ConversationMessage } from "../invariant.ts";
import { facts } from "../facts.fixture.ts";
import { assistant, MODEL, png, user } from "../messages.fixture.ts";
import { imageLimits, MOST_BYTES, MOST_IMAGES } from "./image-limits.ts";

const many = (count: number, length?: number): ConversationMessage[] =>
  Array.from({ length: count }, (_, at) => user(`image ${at}`, png(`${at}.png`, length)));

/** The numbers of the messages whose image is sent. */
const sent = (messages: readonly ConversationMessage[]): readonly number[] =>
  imageLimits.enforce(messages, facts()).flatMap(({ content }, at) => (content.some(({ type }) => type === "image") ? [at] : []));

const upTo = (from: number, to: number): readonly number[] => Array.from({ length: to - from }, (_, at) => from + at);

test("as many images as a request may have are all sent, as the same objects", () => {
  const messages = many(MOST_IMAGES);
  assert.ok(imageLimits.enforce(messages, facts()).every((message, at) => message === messages[at]));
});

test("with one more the oldest become text, down to three quarters", () => {
  assert.deepEqual(sent(many(MOST_IMAGES + 1)), upTo(6, 21));
});

test("what is left out stays the same for the images that come next, so that the prefix does", () => {
  for (let count = 21; count <= 26; count++) assert.deepEqual(sent(many(count)), upTo(6, count));
  assert.deepEqual(sent(many(27)), upTo(12, 27));
});

test("the bytes of a request have a limit too", () => {
  assert.deepEqual(sent(many(3, MOST_BYTES / 3)), [0, 1, 2]);
  assert.deepEqual(sent(many(4, MOST_BYTES / 3)), [2, 3]);
});

test("of one message only the oldest images are left out", () => {
  const message = user(...Array.from({ length: 21 }, (_, at) => png(`${at}.png`)));
  const [told] = imageLimits.enforce([message], facts());
  assert.deepEqual(
    told?.content.map(({ type }) => type),
    [...Array<string>(6).fill("text"), ...Array<string>(15).fill("image")],
  );
});

test("messages without images leave those before them as they are", () => {
  assert.ok(imageLimits.mayFollow?.([user("a"), assistant(["b"])]));
  assert.ok(!imageLimits.mayFollow?.([user("a"), ...many(1)]));
});

test("a small window has room for fewer images, and for one at least", () => {
  const shownTo = (contextWindow: number): number =>
    imageLimits
      .enforce(many(30), facts({ model: { ...MODEL, contextWindow } }))
      .filter(({ content }) => content.some(({ type }) => type === "image")).length;
  assert.deepEqual([0, 4_000, 8_000, 32_000, 200_000].map(shownTo), [18, 1, 1, 3, 18]);
});
