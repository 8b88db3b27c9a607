import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { estimateMessageTokens, estimateTextTokens } from "./estimate-tokens.ts";

test("an estimate is a quarter of the bytes plus a fifth, for any script", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      assert.equal(estimateTextTokens(text), Math.ceil((Buffer.byteLength(text.toWellFormed()) / 4) * 1.2 - (lone(text) / 4) * 1.2));
    }),
  );
});

/** A lone surrogate is encoded as a replacement character of three bytes; the estimate counts two. */
const lone = (text: string): number => text.match(/\p{Surrogate}/gu)?.length ?? 0;

test("an image counts the same for any number of bytes", () => {
  const image = (data: string) => estimateMessageTokens({ role: "user", content: [{ type: "image", mediaType: "image/png", data }] });
  assert.equal(image("a".repeat(1_000_000)), image("a"));
});

test("a call counts its name and its arguments", () => {
  const call = (input: unknown) =>
    estimateMessageTokens({
      role: "assistant",
      content: [{ type: "tool_call", id: "1", name: "read", input }],
      model: "a/b",
      stop: "tool_calls",
      usage: { input: 0, cacheRead: 0, cacheWrite: 0, output: 0, reasoning: 0 },
    });
  assert.ok(call({ path: "x".repeat(400) }) - call({ path: "" }) >= 100);
});
