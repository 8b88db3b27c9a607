import { type Model, ModelError, type ModelRequest, type StreamPart } from "../model/index.ts";
import { providerModels, type ProviderModelsOptions } from "./provider-models.ts";

/** One model with thinking on each wire. */
export const WIRES = {
  anthropic: { reference: "anthropic/claude-sonnet-4-5", path: "/v1", keyEnv: "ANTHROPIC_API_KEY", label: "Anthropic" },
  openai: { reference: "openai/gpt-5", path: "/v1", keyEnv: "OPENAI_API_KEY", label: "OpenAI" },
  "openai-chat": { reference: "openai-chat/gpt-5", path: "/v1", keyEnv: "OPENAI_API_KEY", label: "OpenAI" },
  google: { reference: "google/gemini-2.5-pro", path: "/v1beta", keyEnv: "GEMINI_API_KEY", label: "Google" },
  deepseek: { reference: "deepseek/deepseek-v4-pro", path: "/v1", keyEnv: "DEEPSEEK_API_KEY", label: "DeepSeek" },
} as const;

export type WireName = keyof typeof WIRES;
export const WIRE_NAMES = Object.keys(WIRES) as WireName[];
export const KEY = "sk-test-0123456789";

export const modelAt = (wire: WireName, url: string, options: Partial<ProviderModelsOptions> = {}): Promise<Model> =>
  providerModels({
    env: { [WIRES[wire].keyEnv]: KEY },
    custom: { [wire]: { baseURL: `${url}${WIRES[wire].path}` } },
    ...options,
  }).get(WIRES[wire].reference);

export const request = (fields: Partial<ModelRequest> = {}): ModelRequest => ({
  system: ["You are terse."],
  messages: [{ role: "user", content: [{ type: "text", text: "Hello" }] }],
  tools: [],
  thinking: "low",
  maxOutputTokens: 4096,
  signal: new AbortController().signal,
  ...fields,
});

export interface Received {
  readonly parts: readonly StreamPart[];
  /** The stream's error; undefined if it ended normally. */
  readonly error?: ModelError;
}

export const receive = async (model: Model, fields: Partial<ModelRequest> = {}): Promise<Received> => {
  const parts: StreamPart[] = [];
  try {
    for await (const part of model.stream(request(fields))) parts.push(part);
    return { parts };
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    return { parts, error };
  }
};

export const textOf = (parts: readonly StreamPart[], type: "text_delta" | "reasoning_delta" = "text_delta"): string =>
  parts.map((part) => (part.type === type ? part.delta : "")).join("");

export const finishOf = (parts: readonly StreamPart[]) => parts.find((part) => part.type === "finish");
