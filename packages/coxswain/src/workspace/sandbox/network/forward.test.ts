import assert from "node:assert/strict";
import { test } from "node:test";
import { forwardedHeaders } from "./forward.ts";

test("what is said about one connection or to a proxy is not passed on, nor what the connection names", () => {
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

test("a value that reads like such a name stays, and so does a header that comes twice", () => {
  assert.deepEqual(forwardedHeaders(["X-A", "upgrade", "X-A", "te"]), ["X-A", "upgrade", "X-A", "te"]);
});
