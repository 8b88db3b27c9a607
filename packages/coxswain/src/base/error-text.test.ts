import assert from "node:assert/strict";
import { test } from "node:test";
import { errorText } from "./error-text.ts";

test("returns an error's message, a value's string form, and a fixed message for a value without one", () => {
  const fail = (): never => {
    throw new Error("trap");
  };
  const mute = Object.defineProperty(new Error("x"), "message", { get: fail });
  for (const [thrown, message] of [
    [new Error("no luck"), "no luck"],
    ["a word", "a word"],
    [undefined, "undefined"],
    [Symbol("s"), "Symbol(s)"],
    [Object.create(null), "unknown error"],
    [Object.assign(new Error("x"), { message: 5 }), "5"],
    [mute, "unknown error"],
    [new Proxy({}, { get: fail, getPrototypeOf: fail }), "unknown error"],
  ])
    assert.equal(errorText(thrown), message);
});
