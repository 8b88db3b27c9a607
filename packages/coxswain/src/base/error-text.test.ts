import assert from "node:assert/strict";
import { test } from "node:test";
import { errorText } from "./error-text.ts";

test("whatever is thrown has a message: an error its own, a value its text, and what cannot be made a text some words", () => {
  const fail = (): never => {
    throw new Error("trap");
  };
  const mute = Object.defineProperty(new Error("x"), "message", { get: fail });
  for (const [thrown, message] of [
    [new Error("no luck"), "no luck"],
    ["a word", "a word"],
    [undefined, "undefined"],
    [Symbol("s"), "Symbol(s)"],
    [Object.create(null), "something that has no words"],
    [Object.assign(new Error("x"), { message: 5 }), "5"],
    [mute, "something that has no words"],
    [new Proxy({}, { get: fail, getPrototypeOf: fail }), "something that has no words"],
  ])
    assert.equal(errorText(thrown), message);
});
