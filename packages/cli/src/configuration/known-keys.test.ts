import assert from "node:assert/strict";
import { test } from "node:test";
import type { Configuration } from "./configure.ts";
import { knownKeys } from "./known-keys.ts";

const keysOf = (
  env: Readonly<Record<string, string>>,
  custom: Configuration["providers"]["custom"] = {},
  servers: readonly object[] = [],
): readonly string[] =>
  knownKeys({
    providers: { env, custom },
    storedKeys: () => [],
    mcp: { servers: servers.map((config) => ({ config })) },
  } as unknown as Configuration);

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

test("treats the secrets of MCP servers as keys: in variables, headers, URLs and OAuth clients", () => {
  const servers = [
    { kind: "command", env: { GITHUB_TOKEN: "token-0123456789", PORT: "8080" } },
    {
      kind: "url",
      url: "https://user:password-3@mcp.example/x?api_key=key-0123456789&page=1",
      headers: { Authorization: "Bearer bearer-0123456789", Accept: "text/plain" },
      oauth: { clientId: "id", clientSecret: "client-0123456789" },
    },
  ];
  assert.deepEqual(keysOf({}, {}, servers).toSorted(), [
    "bearer-0123456789",
    "client-0123456789",
    "key-0123456789",
    "password-3",
    "token-0123456789",
  ]);
});
