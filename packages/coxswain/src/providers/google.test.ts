import assert from "node:assert/strict";
import { test } from "node:test";
import { connectGoogle } from "./google.ts";
import { request } from "./wires.fixture.ts";
import { comparedEndpoint } from "./wires/endpoint.fixture.ts";
import type { Scene } from "./wires/oracle.fixture.ts";

const MODEL = { provider: "google", id: "gemini-3.8-flash" } as const;

const sent = (scene: Partial<Scene>) => comparedEndpoint({ ...MODEL, ...scene });

test("sends the key as x-goog-api-key, and the user's headers over it", async () => {
  assert.equal((await sent({ key: { value: "k-1" } })).headers["x-goog-api-key"], "k-1");
  const { headers } = await sent({ headers: { "x-goog-api-key": "other", "X-Team": "blue" } });
  assert.equal(headers["x-goog-api-key"], "other");
  assert.equal(headers["x-team"], "blue");
});

test("asks a model by its name, and another resource by its path", async () => {
  const api = "https://generativelanguage.googleapis.com/v1beta";
  const url = async (scene: Partial<Scene>) => (await sent(scene)).url;
  assert.equal(await url({}), `${api}/models/gemini-3.8-flash:streamGenerateContent?alt=sse`);
  assert.equal(await url({ id: "tunedModels/sorter-1" }), `${api}/tunedModels/sorter-1:streamGenerateContent?alt=sse`);
  assert.equal(
    await url({ baseURL: "https://proxy.example/v1beta" }),
    "https://proxy.example/v1beta/models/gemini-3.8-flash:streamGenerateContent?alt=sse",
  );
});

test("sends no key header without a key", () => {
  const fetch = () => Promise.reject(new Error("not called"));
  const access = connectGoogle({
    name: "mine",
    baseURL: undefined,
    key: undefined,
    headers: undefined,
    env: {},
    fetch,
    cacheTtl: "5m",
  }).model("gemini-3.8-flash", {});
  assert.ok(access.kind === "wire");
  const { url, headers } = access.wire.write(request(), undefined);
  assert.deepEqual(Object.keys(headers), ["content-type", "user-agent"]);
  assert.match(url, /^https:\/\/generativelanguage\.googleapis\.com\/v1beta\//);
});
