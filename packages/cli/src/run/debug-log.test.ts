import assert from "node:assert/strict";
import { test } from "node:test";
import { redactor, secretsIn } from "./debug-log.ts";

test("L24: redacts secrets in their JSON form, the longest first", () => {
  const redact = redactor(["key-123456", "key-123456-and-more", 'with"quote\\1', "abc"]);
  const line = JSON.stringify({ a: "key-123456-and-more", b: "x key-123456 y", c: 'with"quote\\1', d: "abc" });
  assert.equal(redact(line), '{"a":"[redacted]","b":"x [redacted] y","c":"[redacted]","d":"abc"}');
});

test("L24: treats variables named key, token, secret or password as secrets", () => {
  const env = { ANTHROPIC_API_KEY: "one", github_token: " two ", DB_PASSWORD: "three", HOME: "/home", MY_SECRET: undefined };
  assert.deepEqual(secretsIn(env), ["one", "two", "three"]);
});
