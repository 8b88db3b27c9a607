import assert from "node:assert/strict";
import { test } from "node:test";
import { allowedHosts } from "./allowed-hosts.ts";
import { parseTarget } from "./target.ts";

const isAllowed = (rules: readonly string[], text: string): boolean => {
  const target = parseTarget(text, 443);
  assert.ok(target !== undefined, text);
  return allowedHosts(rules)(target);
};

// The tests of `fetch(…)` rules use the first two as well.
const ROWS: readonly (readonly [rule: string, allowed: readonly string[], not: readonly string[]])[] = [
  [
    "example.org",
    ["example.org", "EXAMPLE.org", "example.org.", "example.org:80"],
    ["example.org.evil.net", "notexample.org", "a.example.org"],
  ],
  [
    "*.example.com",
    ["a.example.com", "a.b.example.com"],
    ["example.com", "notexample.com", "a.example.com.evil.net", "example.com.evil.net"],
  ],
  ["Example.ORG", ["example.org"], []],
  ["bücher.example", ["xn--bcher-kva.example"], []],
  ["example.org", [], ["example.org:22", "example.org:8443"]],
  ["example.org:8443", ["example.org:8443"], ["example.org:443", "example.org:80"]],
  ["*.example.org:8443", ["a.example.org:8443"], ["a.example.org", "example.org:8443"]],
  ["10.0.0.1", ["10.0.0.1", "10.1"], ["10.0.0.10", "10.0.0.2"]],
  ["[::1]:3000", ["[::1]:3000", "[0:0::1]:3000"], ["[::1]", "[::2]:3000"]],
  ["*.0.1", [], ["127.0.0.1", "10.0.0.1"]],
  ["*.0.0.1", [], ["127.0.0.1"]],
  ["*.org", ["example.org"], ["org", "[::1]"]],
];

for (const [rule, allowed, not] of ROWS) {
  test(`${rule} allows [${allowed.join(" ")}] and not [${not.join(" ")}]`, () => {
    for (const one of allowed) assert.equal(isAllowed([rule], one), true, one);
    for (const one of not) assert.equal(isAllowed([rule], one), false, one);
  });
}

test("an invalid host allows nothing", () => {
  for (const rule of [
    "",
    "*",
    "*.",
    "**.org",
    "https://example.org",
    "example.org/x",
    "user@example.org",
    "example.org:x",
    "a.*.org",
    "exa%6dple.org",
  ])
    assert.equal(isAllowed([rule], "example.org"), false, rule);
});

test("nothing is allowed without a rule, and one of several rules is enough", () => {
  assert.equal(isAllowed([], "example.org"), false);
  assert.equal(isAllowed(["other.org", "example.org"], "example.org"), true);
});
