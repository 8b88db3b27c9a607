import assert from "node:assert/strict";
import { test } from "node:test";
import type { UnknownRecord } from "../../base/index.ts";
import { ReasoningDetails } from "./reasoning-details.ts";

/** Takes one fragment per event. Returns the blocks and the readable text. */
const join = (...fragments: readonly UnknownRecord[]) => {
  const details = new ReasoningDetails();
  const text = fragments.map((fragment) => details.take([fragment])).join("");
  return { blocks: details.blocks, text };
};

const text = (words: string, rest: UnknownRecord = {}) => ({ type: "reasoning.text", text: words, ...rest });
const summary = (words: string, index: number) => ({ type: "reasoning.summary", summary: words, format: "openai-responses-v1", index });
const sealed = (data: string, rest: UnknownRecord = {}) => ({ type: "reasoning.encrypted", data, ...rest });

test("joins the text of a block, and adds the signature that arrives after it", () => {
  const rest = { format: "anthropic-claude-v1", index: 0 };
  const { blocks, text: shown } = join(text("Let", rest), text(" me see.", rest), {
    type: "reasoning.text",
    signature: "EtoB+/==",
    ...rest,
  });
  assert.deepEqual(blocks, [{ type: "reasoning.text", text: "Let me see.", ...rest, signature: "EtoB+/==" }]);
  assert.equal(shown, "Let me see.");
});

test("fills a field that was null or empty in the first fragment, and preserves the order of fields", () => {
  const { blocks } = join(text("a", { signature: null, id: null, index: 0 }), text("", { signature: "s", id: "r1", index: 0 }));
  assert.equal(JSON.stringify(blocks), '[{"type":"reasoning.text","text":"a","signature":"s","id":"r1","index":0}]');
});

test("a signature ends its block, even if all blocks have one index", () => {
  const { blocks } = join(
    text("a", { index: 0 }),
    text("", { index: 0, signature: "s1" }),
    text("b", { index: 0 }),
    text("", { index: 0, signature: "s2" }),
  );
  assert.deepEqual(blocks, [text("a", { index: 0, signature: "s1" }), text("b", { index: 0, signature: "s2" })]);
});

test("blocks of different types and indices stay apart and in order", () => {
  const { blocks } = join(summary("One", 0), summary(" two.", 0), sealed("gAAA", { id: "rs_1", index: 1 }), summary("Three.", 2));
  assert.deepEqual(blocks, [summary("One two.", 0), sealed("gAAA", { id: "rs_1", index: 1 }), summary("Three.", 2)]);
});

test("blocks that are all numbered 0 are separated by their types", () => {
  const { blocks } = join(summary("One.", 0), sealed("gAAA", { id: "rs_1", index: 0 }), summary("Two.", 0));
  assert.deepEqual(blocks, [summary("One.", 0), sealed("gAAA", { id: "rs_1", index: 0 }), summary("Two.", 0)]);
});

test("joins interleaved blocks by their indices", () => {
  const { blocks } = join(text("a", { index: 0 }), text("x", { index: 1 }), text("b", { index: 0 }), text("y", { index: 1 }));
  assert.deepEqual(blocks, [text("ab", { index: 0 }), text("xy", { index: 1 })]);
});

test("joins fragments without an index, and separates those with different ids", () => {
  assert.deepEqual(join(text("a"), text("b")).blocks, [text("ab")]);
  assert.deepEqual(join(text("a", { id: "1" }), text("b", { id: "2" })).blocks, [text("a", { id: "1" }), text("b", { id: "2" })]);
});

test("joins interleaved blocks with one index, or none, by their ids", () => {
  for (const rest of [{ index: 0 }, {}]) {
    const [one, other] = [
      { id: "1", ...rest },
      { id: "2", ...rest },
    ];
    const { blocks } = join(text("a", one), text("x", other), text("b", one), text("", { ...other, signature: "s" }));
    assert.deepEqual(blocks, [text("ab", one), text("x", { ...other, signature: "s" })]);
  }
});

test("ignores elements without fields, which servers reject", () => {
  const details = new ReasoningDetails();
  details.take([null, "x", {}, text("a")]);
  assert.deepEqual(details.blocks, [text("a")]);
});

test("never joins encrypted blocks and blocks of unknown types", () => {
  const fragments = [
    sealed("a", { index: 0 }),
    sealed("a", { index: 0 }),
    { type: "reasoning.new", index: 0 },
    { type: "reasoning.new", index: 0 },
  ];
  const { blocks, text: shown } = join(...fragments);
  assert.deepEqual(blocks, fragments);
  assert.equal(shown, "");
});

test("takes several fragments of one event", () => {
  const details = new ReasoningDetails();
  assert.equal(details.take([text("a", { index: 0 }), sealed("x", { index: 1 })]), "a");
  assert.equal(details.blocks.length, 2);
});
