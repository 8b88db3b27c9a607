import assert from "node:assert/strict";
import { test } from "node:test";
import { THINKING_LEVELS } from "../model/index.ts";
import { oracle } from "./wires/oracle.fixture.ts";
import { request } from "./wires.fixture.ts";

const TOOLS = [{ name: "ls", description: "Lists a folder.", inputSchema: { type: "object" } }];

test("sends the key as a bearer token, to the base URL", async () => {
  const { ours } = await oracle({ provider: "openai-chat", id: "gpt-5", baseURL: "https://proxy.example/v1", key: { value: "sk-1" } });
  const { url, headers } = ours(request());
  assert.equal(url, "https://proxy.example/v1/chat/completions");
  assert.equal(headers["authorization"], "Bearer sk-1");
});

test("switches reasoning off for models that accept no tools while they reason", async () => {
  const { ours, adapter } = await oracle({ provider: "openai-chat", id: "gpt-5.6-sol" });
  const effort = (tools: typeof TOOLS) => ours(request({ tools, thinking: "high" })).body["reasoning_effort"];
  assert.equal(effort(TOOLS), "none");
  assert.equal(effort([]), "high");
  assert.equal((await adapter(request({ tools: TOOLS, thinking: "high" }))).body["reasoning_effort"], "none");
});

test("names the limit of output tokens by whether the model reasons", async () => {
  const limits = async (id: string) => {
    const { max_completion_tokens: whole, max_tokens: answer } = (
      await oracle({ provider: "openai-chat", id, thinking: THINKING_LEVELS })
    ).ours(request({ maxOutputTokens: 7 })).body;
    return { whole, answer };
  };
  assert.deepEqual(await limits("gpt-5"), { whole: 7, answer: undefined });
  assert.deepEqual(await limits("gpt-4.1"), { whole: undefined, answer: 7 });
});
