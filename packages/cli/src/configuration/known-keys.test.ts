import assert from "node:assert/strict";
import { test } from "node:test";
import type { Configuration } from "./configure.ts";
import { knownKeys } from "./known-keys.ts";

const keysOf = (env: Readonly<Record<string, string>>, custom: Configuration["providers"]["custom"] = {}): readonly string[] =>
  knownKeys({ providers: { env, custom }, storedKeys: () => [] } as unknown as Configuration);

test("L24: treats the password of a proxy or base URL as a key, both encoded and decoded", () => {
  assert.deepEqual(keysOf({ https_proxy: "http://user:p%40ssword1@proxy.example:3128" }), ["p%40ssword1", "p@ssword1"]);
  assert.deepEqual(keysOf({ ANTHROPIC_BASE_URL: "https://user:password-1@gateway.example/v1" }), ["password-1"]);
  assert.deepEqual(keysOf({}, { mine: { baseURL: "https://user:password-2@gateway.example/v1" } }), ["password-2"]);
});

test("finds no key in a URL without a password, an invalid URL, or a password that may be a word", () => {
  for (const address of [
    "http://proxy.example:3128",
    "http://user@proxy.example",
    "user:password-1@proxy.example",
    "http://user:word@proxy.example",
    "",
  ])
    assert.deepEqual(keysOf({ HTTPS_PROXY: address }), []);
});
