import assert from "node:assert/strict";
import { test } from "node:test";
import { type AssistantMessage, type ModelRequest, NO_USAGE, type ReasoningRules } from "../model/index.ts";
import { providerModels } from "./provider-models.ts";
import { chatReasoning } from "./reasoning-dialects.ts";
import { oracle } from "./wires/oracle.fixture.ts";
import { request } from "./wires.fixture.ts";

const KEYS = ["OPENAI", "OPENROUTER", "DEEPSEEK", "MOONSHOT", "MISTRAL", "ANTHROPIC", "TOGETHER"];
const env = Object.fromEntries(KEYS.map((name) => [`${name}_API_KEY`, "sk-test-0123456789"]));

const rules = async (reference: string): Promise<string> => {
  const custom = { gateway: { baseURL: "http://127.0.0.1:1/v1" } };
  const { reasoningRules } = (await providerModels({ env, custom }).get(reference)).info;
  return reasoningRules === undefined ? "none" : namesOf(reasoningRules);
};
const namesOf = ({ run, calls, answers }: ReasoningRules): string => `${run} ${calls} ${answers}`;

test("a model has its provider's rules for reasoning", async () => {
  const expected = {
    "deepseek/deepseek-v4-pro": "demanded demanded demanded",
    "moonshot/kimi-k3": "demanded demanded tolerated",
    "openrouter/google/gemini-3-pro": "demanded demanded tolerated",
    "openrouter/deepseek/deepseek-v4-pro": "demanded demanded demanded",
    "gateway/deepseek-v4-pro": "demanded demanded demanded",
    "gateway/google/gemini-3.1-pro-preview": "demanded demanded tolerated",
    "gateway/some-model": "tolerated tolerated tolerated",
    "mistral/mistral-medium-latest": "refused refused refused",
    "openai-chat/gpt-5": "refused refused refused",
    "anthropic/claude-sonnet-4-5": "none",
  };
  for (const [reference, names] of Object.entries(expected)) assert.equal(await rules(reference), names, reference);
});

const call = { type: "tool_call", id: "call_1", name: "ls", input: {} } as const;
const answer = (...content: AssistantMessage["content"]): AssistantMessage => ({
  role: "assistant",
  content,
  model: "other/model",
  stop: "stop",
  usage: NO_USAGE,
});
const HISTORY: ModelRequest["messages"] = [
  { role: "user", content: [{ type: "text", text: "List." }] },
  answer(call),
  { role: "tool", callId: "call_1", name: "ls", content: [{ type: "text", text: "a" }], isError: false },
  answer({ type: "text", text: "Done." }),
  { role: "user", content: [{ type: "text", text: "Again." }] },
];

/** Sends a history of another model. Returns the fields beside role, content and calls of both responses. */
const standIns = async (provider: string, id: string): Promise<readonly unknown[]> => {
  const { ours } = await oracle({ provider, id });
  const messages = ours(request({ system: [], messages: HISTORY })).body["messages"] as readonly Record<string, unknown>[];
  return messages.filter(({ role }) => role === "assistant").map(({ role: _role, content: _content, tool_calls: _calls, ...rest }) => rest);
};

test("responses of another model have what the provider accepts in place of reasoning", async () => {
  assert.deepEqual(await standIns("deepseek", "deepseek-v4-pro"), [{ reasoning_content: "" }, { reasoning_content: "" }]);
  assert.deepEqual(await standIns("moonshot", "kimi-k3"), [{ reasoning_content: " " }, {}]);
  assert.deepEqual(await standIns("openrouter", "moonshotai/kimi-k2.6"), [{ reasoning_content: " " }, {}]);
  assert.deepEqual(await standIns("openrouter", "anthropic/claude-sonnet-5.5"), [{}, {}]);
  const skip = {
    type: "reasoning.encrypted",
    id: "call_1",
    data: "skip_thought_signature_validator",
    format: "google-gemini-v1",
    index: 0,
  };
  assert.deepEqual(await standIns("openrouter", "google/gemini-3.1-pro-preview"), [{ reasoning_details: [skip] }, {}]);
  assert.deepEqual(await standIns("openrouter", "google/gemini-2.5-pro"), [{}, {}]);
});

test("a server that refuses reasoning refuses that of every family", () => {
  assert.equal(namesOf(chatReasoning("refusing", "moonshotai/kimi-k2").rules), "refused refused refused");
});
