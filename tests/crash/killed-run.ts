import { allowAll, providerModels, type RuntimeOptions } from "coxswain";
import type { LoopbackScript } from "coxswain/testing";
import { effectTools } from "./effects.ts";

/** A model on each wire. */
export const MODELS = {
  anthropic: "anthropic/claude-sonnet-4-5",
  "openai-responses": "openai/gpt-5",
  "openai-chat": "deepseek/deepseek-v4-pro",
  gemini: "google/gemini-2.5-pro",
} as const;

export type WireName = keyof typeof MODELS;

/** The prompts of the run by their ids. */
export const PROMPTS = { go: "Do both steps.", after: "And after that?", second: "The second thing." } as const;

const call = (name: string, step: number) => ({ name, input: { step } });

/** Answers from the content of the request, so that a repeated request gets the same answer. */
export const killedRunScript: LoopbackScript = ({ body }) => {
  const received = JSON.stringify(body);
  if (!received.includes("Step one.")) {
    return { reasoning: "First this.", text: "Step one.", calls: [call("look", 1), call("write", 2), call("fetch", 3)] };
  }
  if (!received.includes("Step two.")) {
    return { reasoning: "Now the rest.", text: "Step two.", calls: [call("execute", 4), call("look", 5), call("look", 6)] };
  }
  return received.includes(PROMPTS.second) ? "The second thing is done." : "Both steps are done.";
};

/** The runtime options of both processes. */
export const killedRunOptions = (url: string, effects: string): Pick<RuntimeOptions, "models" | "tools" | "policy"> => {
  const bases = { anthropic: "/v1", openai: "/v1", deepseek: "/v1", google: "/v1beta" };
  const custom = Object.fromEntries(Object.entries(bases).map(([name, base]) => [name, { baseURL: url + base }]));
  const env = Object.fromEntries(["ANTHROPIC", "OPENAI", "DEEPSEEK", "GEMINI"].map((name) => [`${name}_API_KEY`, "sk-test-123456"]));
  return { models: providerModels({ env, custom }), tools: effectTools(effects), policy: allowAll() };
};
