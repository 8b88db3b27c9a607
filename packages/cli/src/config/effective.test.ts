import assert from "node:assert/strict";
import { test } from "node:test";
import { masking } from "coxswain/policy";
import { redactValue } from "./effective.ts";

const { foreignText } = masking({ values: ["known-canary-1"] });
const shown = (value: unknown, secret = false): unknown => redactValue(value, secret, foreignText);

test("L24: shows only the start of a possible key, and hides a short one", () => {
  assert.equal(shown("Bearer sk-canary-4711", true), "Bear…");
  assert.equal(shown("sk-canary", true), "…");
});

test("L24: detects keys in foreign fields by name, value and shape", () => {
  assert.deepEqual(shown({ user: "ada", nested: [{ "api-key": "sk-canary-4711" }] }), { user: "ada", nested: [{ "api-key": "sk-c…" }] });
  for (const text of ["export X=known-canary-1;", "ghp_0123456789abcdefghijABCDEFGHIJ012345"])
    assert.doesNotMatch(String(shown(text)), /canary|0123/);
  assert.equal(shown("https://ada:canary@host.example/v1"), "https://…@host.example/v1");
});

test("shows other values unchanged", () => {
  for (const value of [1, true, null, "a/b", ["edit"], { usd: 1 }]) assert.deepEqual(shown(value), value);
  assert.equal(shown(undefined), undefined);
});
