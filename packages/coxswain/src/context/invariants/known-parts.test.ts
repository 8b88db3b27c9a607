import assert from "node:assert/strict";
import { test } from "node:test";
import type { UserPart } from "../../model/index.ts";
import { facts } from "../facts.fixture.ts";
import { assistant, call, png, result, thought, user } from "../messages.fixture.ts";
import { knownParts } from "./known-parts.ts";

const odd = (...parts: unknown[]) => parts as UserPart[];

test("messages of parts that are known stay the same objects", () => {
  const messages = [user("a", png()), assistant([thought("hm"), "b", call("1")]), result("1", png())];
  assert.ok(knownParts.enforce(messages, facts()).every((message, at) => message === messages[at]));
});

test("L6: parts that are none, of a type nobody knows, or without their text, are left out", () => {
  const content = odd(null, "text", 7, { type: "video" }, { type: "text" }, { type: "image", data: 1, mediaType: "image/png" });
  const [told] = knownParts.enforce([{ ...user(), content: [...content, ...user("a").content] }], facts());
  assert.deepEqual(told, user("a"));
});

test("calls and reasoning are the assistant's alone, and images are not the assistant's", () => {
  const [said] = knownParts.enforce([{ ...user(), content: odd(call("1"), thought("hm")) }], facts());
  assert.deepEqual(said, user());
  const [answered] = knownParts.enforce([{ ...assistant([]), content: [png()] as never }], facts());
  assert.deepEqual(answered, assistant([]));
});

test("a call or a result whose id or name is no text has an empty one", () => {
  const [asked] = knownParts.enforce([assistant([{ ...call("1"), id: 7, name: undefined } as never])], facts());
  assert.deepEqual(asked, assistant([call("", { name: "" })]));
  const [answered] = knownParts.enforce([{ ...result("1"), callId: undefined } as never], facts());
  assert.deepEqual(answered, { ...result("1"), callId: "" });
});

test("P26: data for a provider that is no record of records is left out", () => {
  for (const providerData of ["x", [1], { acme: "x" }, null]) {
    const [told] = knownParts.enforce([assistant([{ type: "text", text: "a", providerData } as never])], facts());
    assert.deepEqual(told, assistant(["a"]));
  }
});
