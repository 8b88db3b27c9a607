import assert from "node:assert/strict";
import { test } from "node:test";
import type { UserPart } from "../../model/index.ts";
import { facts } from "../facts.fixture.ts";
import { assistant, call, png, result, thought, user } from "../messages.fixture.ts";
import { validParts } from "./valid-parts.ts";

const odd = (...parts: unknown[]) => parts as UserPart[];

test("messages of known parts stay the same objects", () => {
  const messages = [user("a", png()), assistant([thought("hm"), "b", call("1")]), result("1", png())];
  assert.ok(validParts.enforce(messages, facts()).every((message, at) => message === messages[at]));
});

test("L6: omits parts of an unknown type", () => {
  const content = odd({ type: "video" }, { type: "__proto__" });
  const [projected] = validParts.enforce([{ ...user(), content: [...content, ...user("a").content] }], facts());
  assert.deepEqual(projected, user("a"));
});

test("only assistant messages may contain calls and reasoning, and they contain no images", () => {
  const [message] = validParts.enforce([{ ...user(), content: odd(call("1"), thought("hm")) }], facts());
  assert.deepEqual(message, user());
  const [answered] = validParts.enforce([{ ...assistant([]), content: [png()] as never }], facts());
  assert.deepEqual(answered, assistant([]));
});

test("P26: omits provider data that is not a record of records", () => {
  for (const providerData of ["x", [1], { acme: "x" }, null]) {
    const [projected] = validParts.enforce([assistant([{ type: "text", text: "a", providerData } as never])], facts());
    assert.deepEqual(projected, assistant(["a"]));
    const [whole] = validParts.enforce([assistant(["a"], { providerData: providerData as never })], facts());
    assert.deepEqual(whole, assistant(["a"]));
  }
});

test("omits content of a provider without valid data, and outside of an assistant message", () => {
  const part = { type: "provider", name: "web_search", providerData: { acme: {} } } as const;
  const valid = assistant([part]);
  assert.equal(validParts.enforce([valid], facts())[0], valid);
  for (const providerData of [undefined, "x", { acme: "x" }]) {
    assert.deepEqual(validParts.enforce([assistant([{ ...part, providerData } as never, "a"])], facts())[0], assistant(["a"]));
  }
  assert.deepEqual(validParts.enforce([{ ...user(), content: odd(part) }], facts())[0], user());
});
