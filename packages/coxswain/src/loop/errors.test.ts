import assert from "node:assert/strict";
import { test } from "node:test";
import { ModelError } from "../model/index.ts";
import { runError } from "./errors.ts";

test("runError returns the message and the code of the exception, or the code internal", () => {
  const trap = (): never => {
    throw new Error("trap");
  };
  assert.deepEqual(runError(new ModelError("transient", "busy", { retryAfter: 5 })), { code: "transient", message: "busy", retryAfter: 5 });
  assert.deepEqual(runError(new Error("no luck")), { code: "internal", message: "no luck" });
  const mute = Object.defineProperty(new Error("x"), "message", { get: trap });
  assert.deepEqual(
    [mute, Object.create(null), "a string"].map(runError),
    ["unknown error", "unknown error", "a string"].map((message) => ({ code: "internal", message })),
  );
});
