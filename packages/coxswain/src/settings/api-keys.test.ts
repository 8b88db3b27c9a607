import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { apiKeys } from "./api-keys.ts";
import { credentials } from "./credentials.ts";

const VARIABLES: Readonly<Record<string, readonly string[]>> = { google: ["GEMINI_API_KEY", "GOOGLE_API_KEY"] };
const variables = (provider: string): readonly string[] => VARIABLES[provider] ?? [];

const kept = (t: TestContext, file: string) => {
  const root = mkdtempSync(join(tmpdir(), "cox-keys-"));
  t.after(() => rmSync(root, { recursive: true }));
  const path = join(root, "credentials.json");
  writeFileSync(path, file, { mode: 0o600 });
  return credentials(path);
};

test("the environment wins over a kept key, and its first variable that is set over the others", (t) => {
  const stored = kept(t, '{ "google": "kept" }');
  const key = (env: Record<string, string>) => apiKeys({ env, variables, credentials: stored })("google");
  assert.equal(key({ GEMINI_API_KEY: "one", GOOGLE_API_KEY: "two" }), "one");
  assert.equal(key({ GEMINI_API_KEY: " ", GOOGLE_API_KEY: "two\n" }), "two");
  assert.equal(key({}), "kept");
});

test("a provider without variable or key has none", (t) => {
  assert.equal(apiKeys({ env: { GEMINI_API_KEY: "one" }, variables, credentials: kept(t, "{}") })("ollama"), undefined);
});

test("the file of keys is not read when the environment has the key", (t) => {
  const broken = kept(t, "broken");
  const key = apiKeys({ env: { GEMINI_API_KEY: "one" }, variables, credentials: broken });
  assert.equal(key("google"), "one");
  assert.throws(() => key("openai"));
});
