import assert from "node:assert/strict";
import { test } from "node:test";
import type { PrefixBreak } from "../../context/index.ts";
import type { UserMessage } from "../../model/index.ts";
import { prefixReason } from "./prefix-reason.ts";

const at = (part: PrefixBreak["segment"]["part"]): PrefixBreak => ({ segment: { part, at: 0, name: "one" }, change: "changed" });
const user = (text: string): UserMessage => ({ role: "user", content: [{ type: "text", text }] });
const NOTHING = { entries: [], branched: false, before: undefined, after: undefined };

test("a change that no entry of the log explains has an unknown reason", () => {
  assert.equal(prefixReason(at("messages"), { ...NOTHING, before: user("a"), after: user("b") }), "unknown");
});

test("a changed section has the reason system", () => {
  assert.equal(prefixReason(at("system"), NOTHING), "system");
});

test("an image that was replaced by a placeholder has the reason images", () => {
  const before: UserMessage = { role: "user", content: [{ type: "image", mediaType: "image/png", data: "" }] };
  assert.equal(prefixReason(at("messages"), { ...NOTHING, before, after: user("[Image omitted]") }), "images");
});
