import { shortCallId } from "./call-id.ts";
import type { CompatibleQuirks } from "./openai-compatible.ts";
import { ollamaURL } from "./ollama-url.ts";
import { OPENROUTER_CACHE } from "./openrouter-cache.ts";
import type { Provider } from "./provider.ts";

/** A server with an OpenAI Chat API. */
interface CompatibleServer extends Pick<
  Provider,
  "name" | "label" | "keyEnv" | "catalog" | "defaultModel" | "smallModel" | "baseURL" | "watchdogs" | "local"
> {
  readonly url?: string;
  readonly quirks?: CompatibleQuirks;
}

const compatible = ({ url, quirks, ...rest }: CompatibleServer): Provider => ({
  baseURL: () => url,
  ...rest,
  connect: async (connection) => (await import("./openai-compatible.ts")).connectCompatible(connection, quirks),
});

/** A local model may process a long prompt for minutes before its first token. */
const LOCAL = { local: true, keyEnv: [], watchdogs: { bytes: 600_000, content: 600_000 } } as const;

/** Small models by vendor: a conversation must not be sent to another vendor. */
const OPENROUTER_SMALL: Readonly<Record<string, string>> = {
  anthropic: "anthropic/claude-haiku-5.5",
  deepseek: "deepseek/deepseek-v4.1-flash",
  google: "google/gemini-3.5-flash-lite",
  openai: "openai/gpt-6-luna",
  "z-ai": "z-ai/glm-5.3-flash",
};

/** Returns the cost that OpenRouter reports, in USD. */
const reportedCost = ({ cost }: { readonly cost?: unknown }): number | undefined => (typeof cost === "number" ? cost : undefined);

/** Built-in servers with an OpenAI Chat API, in the order in which `defaultModel` searches them. */
export const COMPATIBLE_SERVERS: readonly CompatibleServer[] = [
  {
    name: "openrouter",
    label: "OpenRouter",
    url: "https://openrouter.ai/api/v1",
    keyEnv: ["OPENROUTER_API_KEY"],
    quirks: {
      thinking: "reasoning-effort",
      reasoning: "openrouter",
      reportedCost,
      sessionHeader: "x-session-id",
      cacheMarks: OPENROUTER_CACHE,
    },
    catalog: async () => (await import("./catalog/openrouter.json", { with: { type: "json" } })).default,
    defaultModel: "anthropic/claude-sonnet-5.5",
    smallModel: (id) => OPENROUTER_SMALL[id.slice(0, id.indexOf("/"))],
  },
  {
    name: "xai",
    label: "xAI",
    url: "https://api.x.ai/v1",
    keyEnv: ["XAI_API_KEY"],
    quirks: { sessionHeader: "x-grok-conv-id" },
    catalog: async () => (await import("./catalog/xai.json", { with: { type: "json" } })).default,
    defaultModel: "grok-4.7",
    smallModel: () => "grok-4.3",
  },
  {
    name: "deepseek",
    label: "DeepSeek",
    url: "https://api.deepseek.com",
    keyEnv: ["DEEPSEEK_API_KEY"],
    quirks: { thinking: "toggle-and-effort", reasoning: "deepseek" },
    catalog: async () => (await import("./catalog/deepseek.json", { with: { type: "json" } })).default,
    defaultModel: "deepseek-v4-pro",
    smallModel: () => "deepseek-flash",
  },
  {
    name: "mistral",
    label: "Mistral",
    url: "https://api.mistral.ai/v1",
    keyEnv: ["MISTRAL_API_KEY"],
    quirks: { callId: shortCallId, reasoning: "refusing", noStreamOptions: true },
    catalog: async () => (await import("./catalog/mistral.json", { with: { type: "json" } })).default,
    defaultModel: "mistral-medium-latest",
    smallModel: () => "mistral-small-latest",
  },
  {
    name: "moonshot",
    label: "Moonshot",
    url: "https://api.moonshot.ai/v1",
    keyEnv: ["MOONSHOT_API_KEY"],
    quirks: { thinking: "toggle-or-effort", reasoning: "moonshot" },
    catalog: async () => (await import("./catalog/moonshot.json", { with: { type: "json" } })).default,
    defaultModel: "kimi-k3",
    smallModel: () => "kimi-k2.6",
  },
  {
    name: "zai",
    label: "Z.ai",
    url: "https://api.z.ai/api/paas/v4",
    keyEnv: ["ZAI_API_KEY"],
    quirks: { thinking: "toggle-and-effort" },
    catalog: async () => (await import("./catalog/zai.json", { with: { type: "json" } })).default,
    defaultModel: "glm-5.3",
    smallModel: () => "glm-5.3-flash",
  },
  {
    name: "groq",
    label: "Groq",
    url: "https://api.groq.com/openai/v1",
    keyEnv: ["GROQ_API_KEY"],
    quirks: { reasoning: "refusing" },
    catalog: async () => (await import("./catalog/groq.json", { with: { type: "json" } })).default,
    defaultModel: "openai/gpt-oss-120b",
    smallModel: () => "openai/gpt-oss-20b",
  },
  {
    name: "cerebras",
    label: "Cerebras",
    url: "https://api.cerebras.ai/v1",
    keyEnv: ["CEREBRAS_API_KEY"],
    quirks: { reasoning: "refusing" },
    catalog: async () => (await import("./catalog/cerebras.json", { with: { type: "json" } })).default,
    defaultModel: "qwen-3.8-27b",
    smallModel: () => "gpt-oss-120b",
  },
  {
    name: "together",
    label: "Together",
    url: "https://api.together.xyz/v1",
    keyEnv: ["TOGETHER_API_KEY"],
    quirks: { thinking: "reasoning-enabled" },
    catalog: async () => (await import("./catalog/together.json", { with: { type: "json" } })).default,
    defaultModel: "zai-org/GLM-5.3",
    smallModel: () => "zai-org/GLM-5.3-Flash",
  },
  {
    name: "fireworks",
    label: "Fireworks",
    url: "https://api.fireworks.ai/inference/v1",
    keyEnv: ["FIREWORKS_API_KEY"],
    quirks: { sessionHeader: "x-session-affinity" },
    catalog: async () => (await import("./catalog/fireworks.json", { with: { type: "json" } })).default,
    defaultModel: "accounts/fireworks/models/glm-5p3",
    smallModel: () => "accounts/fireworks/models/glm-5p3-flash",
  },
  { ...LOCAL, name: "ollama", label: "Ollama", baseURL: (env) => ollamaURL(env["OLLAMA_HOST"]) },
  { ...LOCAL, name: "lmstudio", label: "LM Studio", url: "http://127.0.0.1:1234/v1" },
  { ...LOCAL, name: "llamacpp", label: "llama.cpp", url: "http://127.0.0.1:8080/v1" },
  { ...LOCAL, name: "vllm", label: "vLLM", url: "http://127.0.0.1:8000/v1" },
];

export const COMPATIBLE_PROVIDERS: readonly Provider[] = COMPATIBLE_SERVERS.map(compatible);
