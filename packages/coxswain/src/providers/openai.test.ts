import assert from "node:assert/strict";
import { test } from "node:test";
import { connectOpenAI } from "./openai.ts";
import { oracle, type Scene } from "./wires/oracle.fixture.ts";
import { request } from "./wires.fixture.ts";

const sentBy = async (scene: Partial<Scene>) => {
  const both = await oracle({ provider: "openai", id: "gpt-5", ...scene });
  const ours = both.ours(request());
  const adapter = await both.adapter(request());
  return { ours, adapter };
};

test("sends the key as a bearer token, to the base URL", async () => {
  const { ours, adapter } = await sentBy({ baseURL: "https://proxy.example/openai", key: { value: "sk-1" } });
  assert.equal(ours.url, "https://proxy.example/openai/responses");
  assert.equal(ours.url, adapter.url);
  assert.equal(ours.headers["authorization"], "Bearer sk-1");
  assert.deepEqual({ ...ours.headers, "user-agent": "" }, { ...adapter.headers, "user-agent": "" });
});

test("the user's headers override ours, in any case", async () => {
  const { ours } = await sentBy({ headers: { Authorization: "Bearer other", "OpenAI-Organization": "org_1" } });
  assert.equal(ours.headers["authorization"], "Bearer other");
  assert.equal(ours.headers["openai-organization"], "org_1");
});

test("sends no key header without a key, and uses OpenAI's address without another", () => {
  const fetch = () => Promise.reject(new Error("not called"));
  const connection = { name: "mine", baseURL: undefined, key: undefined, headers: undefined, env: {}, fetch, cacheTtl: "5m" } as const;
  const access = connectOpenAI(connection).model("gpt-5", {});
  assert.ok(access.kind === "wire");
  const { url, headers } = access.wire.write(request(), undefined);
  assert.equal(url, "https://api.openai.com/v1/responses");
  assert.deepEqual(Object.keys(headers), ["content-type", "user-agent"]);
});
