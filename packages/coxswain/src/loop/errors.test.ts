import assert from "node:assert/strict";
import { test } from "node:test";
import { ModelError } from "../model/index.ts";
import { runError } from "./errors.ts";

test("an error is told with its message and its code, and one that cannot be asked for them as internal", () => {
  const trap = (): never => {
    throw new Error("trap");
  };
  assert.deepEqual(runError(new ModelError("transient", "busy", { retryAfter: 5 })), { code: "transient", message: "busy", retryAfter: 5 });
  assert.deepEqual(runError(new Error("no luck")), { code: "internal", message: "no luck" });
  const proxy = new Proxy(new Error("x"), { get: trap, has: trap, getPrototypeOf: trap });
  const mute = Object.defineProperty(new Error("x"), "message", { get: trap });
  const without = Object.defineProperty(new Error("said"), "code", { get: trap });
  assert.deepEqual(
    [proxy, mute, without].map(runError),
    ["something that has no words", "something that has no words", "said"].map((message) => ({ code: "internal", message })),
  );
});
