import assert from "node:assert/strict";
import { test } from "node:test";
import { facts } from "../facts.fixture.ts";
import { assistant, call, result, thought, user } from "../messages.fixture.ts";
import { wellFormedText } from "./well-formed-text.ts";

test("P23: replaces a lone surrogate with a replacement character", () => {
  const projected = wellFormedText.enforce([user("a\ud83d"), assistant(["\ude00b"]), result("1", "\ud83dc")], facts());
  assert.deepEqual(projected, [user("a\ufffd"), assistant(["\ufffdb"]), result("1", "\ufffdc")]);
});

test("P23: replaces a NUL", () => {
  assert.deepEqual(wellFormedText.enforce([result("1", "a\0b")], facts()), [result("1", "a\ufffdb")]);
});

test("P23: repairs strings and keys in call arguments as well", () => {
  const [projected] = wellFormedText.enforce([assistant([call("1", { input: { "k\0": ["\ud83d", 1, null], ok: "yes" } })])], facts());
  assert.deepEqual(projected, assistant([call("1", { input: { "k\ufffd": ["\ufffd", 1, null], ok: "yes" } })]));
});

test("P26: omits reasoning instead of changing it", () => {
  const [projected] = wellFormedText.enforce([assistant([thought("hm\ud83d"), "Yes."])], facts());
  assert.deepEqual(projected, assistant(["Yes."]));
  const [sealed] = wellFormedText.enforce([assistant(["Yes."], { providerData: { acme: { blocks: ["hm\ud83d"] } } })], facts());
  assert.deepEqual(sealed, assistant(["Yes."]));
});

test("well-formed characters outside the basic plane stay the same objects", () => {
  for (const message of [user("a 😀"), assistant([thought("😀"), call("1", { input: { "😀": "😀" } })])])
    assert.equal(wellFormedText.enforce([message], facts())[0], message);
});
