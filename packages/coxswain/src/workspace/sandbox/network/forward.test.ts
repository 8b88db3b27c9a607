import assert from "node:assert/strict";
import { test } from "node:test";
import { forwardedHeaders } from "./forward.ts";

test("drops headers for one connection or for a proxy, and those that Connection names", () => {
  const raw = [
    "Accept",
    "*/*",
    "Proxy-Authorization",
    "Basic x",
    "CONNECTION",
    "close, X-Own",
    "x-own",
    "1",
    "Upgrade",
    "h2c",
    "X-Other",
    "2",
  ];
  assert.deepEqual(forwardedHeaders(raw, "close, X-Own"), ["Accept", "*/*", "X-Other", "2"]);
  assert.deepEqual(forwardedHeaders(["Host", "a", "accept", "b"], undefined, ["host"]), ["accept", "b"]);
});

test("preserves values that equal such a name, and repeated headers", () => {
  assert.deepEqual(forwardedHeaders(["X-A", "upgrade", "X-A", "te"]), ["X-A", "upgrade", "X-A", "te"]);
});
