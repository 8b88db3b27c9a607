import assert from "node:assert/strict";
import { test } from "node:test";
import type { PrefixBreak } from "../../context/index.ts";
import type { UserMessage } from "../../model/index.ts";
import { prefixReason } from "./prefix-reason.ts";

const at = (part: PrefixBreak["segment"]["part"]): PrefixBreak => ({ segment: { part, at: 0, name: "one" }, change: "changed" });
const said = (text: string): UserMessage => ({ role: "user", content: [{ type: "text", text }] });
const NOTHING = { entries: [], branched: false, before: undefined, after: undefined };

test("what nothing in the log accounts for is unknown, and not put down to anything", () => {
  assert.equal(prefixReason(at("messages"), { ...NOTHING, before: said("a"), after: said("b") }), "unknown");
});

test("another text of a section is the system prompt's", () => {
  assert.equal(prefixReason(at("system"), NOTHING), "system");
});

test("an image that a text stands in for is told as that", () => {
  const before: UserMessage = { role: "user", content: [{ type: "image", mediaType: "image/png", data: "" }] };
  assert.equal(prefixReason(at("messages"), { ...NOTHING, before, after: said("[Image left out]") }), "images");
});
