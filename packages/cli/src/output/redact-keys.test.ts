import assert from "node:assert/strict";
import { test } from "node:test";
import { redactKeys } from "./redact-keys.ts";

test("L24: hides a key after its name, and a password before a host", () => {
  const hides: Readonly<Record<string, string>> = {
    "https://ada:p@ss@a.example https://b:canary@b.example": "https://…@a.example https://…@b.example",
    "https://a.example/v1?x=1&api_key=canary-0123456789&y=2": "https://a.example/v1?x=1&api_key=cana…&y=2",
    "curl -H 'Authorization: Bearer canary-0123456789' x": "curl -H 'Authorization: Bearer cana…' x",
    "run --api-key canary --token=canary-0123456789": "run --api-key … --token=cana…",
    "MY_TOKEN=canary-0123456789 run": "MY_TOKEN=cana… run",
    '{"apiKey": "canary-0123456789"}': '{"apiKey": "cana…"}',
  };
  for (const [text, shown] of Object.entries(hides)) assert.equal(redactKeys(text), shown);
});

test("shows other text unchanged", () => {
  for (const text of [
    "provider/key:high",
    "monkey=1 author: Ada",
    "curl -H 'x-api-key: $KEY' https://a.example/a@b",
    "--no-cookies keep the key in mind",
    "npm run token-count",
  ])
    assert.equal(redactKeys(text), text);
});
