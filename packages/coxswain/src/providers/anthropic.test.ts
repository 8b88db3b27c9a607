import assert from "node:assert/strict";
import { test } from "node:test";
import { comparedEndpoint } from "./wires/endpoint.fixture.ts";
import { oracle, type Scene } from "./wires/oracle.fixture.ts";
import { connectAnthropic } from "./anthropic.ts";
import { request } from "./wires.fixture.ts";

const MODEL = { provider: "anthropic", id: "claude-sonnet-4-5" } as const;

const sent = (scene: Partial<Scene>) => comparedEndpoint({ ...MODEL, ...scene });

test("sends an API key as x-api-key, and an access token as a bearer token", async () => {
  const { headers } = await sent({ key: { value: "sk-1" } });
  assert.equal(headers["x-api-key"], "sk-1");
  const { headers: withToken } = await sent({ key: { value: "token-1", from: "ANTHROPIC_AUTH_TOKEN" } });
  assert.equal(withToken["authorization"], "Bearer token-1");
  assert.equal(withToken["x-api-key"], undefined);
});

test("the user's headers override ours and add betas, in any case", async () => {
  const { headers } = await sent({ headers: { "anthropic-version": "2030-01-01", "anthropic-beta": "context-1m", "X-Team": "blue" } });
  assert.equal(headers["anthropic-version"], "2030-01-01");
  assert.equal(headers["anthropic-beta"], "context-1m");
  assert.equal(headers["x-team"], "blue");
  const { ours } = await oracle({ ...MODEL, headers: { "User-Agent": "mine", "X-Api-Key": "other" } });
  assert.equal(ours(request()).headers["user-agent"], "mine");
  assert.equal(ours(request()).headers["x-api-key"], "other");
});

test("completes the API's bare address, and no other", async () => {
  assert.equal((await sent({})).url, "https://api.anthropic.com/v1/messages");
  assert.equal((await sent({ baseURL: "https://api.anthropic.com" })).url, "https://api.anthropic.com/v1/messages");
  assert.equal((await sent({ baseURL: "https://proxy.example/anthropic" })).url, "https://proxy.example/anthropic/messages");
});

test("sends no key header without a key", () => {
  const fetch = () => Promise.reject(new Error("not called"));
  const connection = {
    name: "mine",
    baseURL: "http://127.0.0.1:1/v1",
    key: undefined,
    headers: undefined,
    env: {},
    fetch,
    cacheTtl: "5m",
  } as const;
  const access = connectAnthropic(connection).model("claude-sonnet-4-5", {});
  assert.ok(access.kind === "wire");
  assert.deepEqual(Object.keys(access.wire.write(request(), undefined).headers), ["content-type", "user-agent", "anthropic-version"]);
});
