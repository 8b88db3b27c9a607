import type { Env, Provider } from "./provider.ts";

const ANTHROPIC: Provider = {
  name: "anthropic",
  label: "Anthropic",
  keyEnv: ["ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN"],
  // By convention this variable omits the version, as in Anthropic's own programs.
  baseURL: (env) => versioned(env["ANTHROPIC_BASE_URL"], "v1") ?? "https://api.anthropic.com/v1",
  connect: async (connection) => (await import("./anthropic.ts")).connectAnthropic(connection),
  catalog: async () => (await import("./catalog/anthropic.json", { with: { type: "json" } })).default,
  defaultModel: "claude-sonnet-5-5",
  smallModel: () => "claude-haiku-5-5",
};

const OPENAI: Provider = {
  name: "openai",
  label: "OpenAI",
  keyEnv: ["OPENAI_API_KEY"],
  baseURL: (env) => trimmed(env["OPENAI_BASE_URL"]) ?? "https://api.openai.com/v1",
  connect: async (connection) => (await import("./openai.ts")).connectOpenAI(connection),
  catalog: async () => (await import("./catalog/openai.json", { with: { type: "json" } })).default,
  defaultModel: "gpt-6.1-sol",
  smallModel: () => "gpt-6-luna",
};

/** The same models over Chat Completions. */
const { defaultModel: _, ...openai } = OPENAI;
const OPENAI_CHAT: Provider = {
  ...openai,
  name: "openai-chat",
  sameModelsAs: "openai",
  connect: async (connection) => (await import("./openai-chat.ts")).connectOpenAIChat(connection),
};

const GOOGLE: Provider = {
  name: "google",
  label: "Google",
  keyEnv: ["GEMINI_API_KEY", "GOOGLE_API_KEY", "GOOGLE_GENERATIVE_AI_API_KEY"],
  baseURL: (env) => versioned(env["GOOGLE_GEMINI_BASE_URL"], "v1beta") ?? "https://generativelanguage.googleapis.com/v1beta",
  connect: async (connection) => (await import("./google.ts")).connectGoogle(connection),
  catalog: async () => (await import("./catalog/google.json", { with: { type: "json" } })).default,
  defaultModel: "gemini-3.8-flash",
  smallModel: () => "gemini-3.5-flash-lite",
};

const BEDROCK: Provider = {
  name: "bedrock",
  secondary: true,
  label: "Bedrock",
  keyEnv: ["AWS_BEARER_TOKEN_BEDROCK"],
  configured: ({ AWS_ACCESS_KEY_ID: id, AWS_SECRET_ACCESS_KEY: secret }) => Boolean(id) && Boolean(secret),
  connect: async (connection) => (await import("./bedrock.ts")).connectBedrock(connection),
  catalog: async () => (await import("./catalog/bedrock.json", { with: { type: "json" } })).default,
};

const AZURE: Provider = {
  name: "azure",
  secondary: true,
  label: "Azure",
  keyEnv: ["AZURE_API_KEY", "AZURE_OPENAI_API_KEY"],
  baseURL: (env) => trimmed(env["AZURE_BASE_URL"]) ?? azureEndpoint(env),
  connect: async (connection) => (await import("./azure.ts")).connectAzure(connection),
  catalog: async () => (await import("./catalog/azure.json", { with: { type: "json" } })).default,
};

const VERTEX: Provider = {
  name: "vertex",
  secondary: true,
  label: "Vertex",
  keyEnv: ["GOOGLE_VERTEX_API_KEY"],
  configured: (env) => Boolean(env["GOOGLE_CLOUD_PROJECT"] ?? env["GOOGLE_VERTEX_PROJECT"]),
  connect: async (connection) => (await import("./vertex.ts")).connectVertex(connection),
  catalog: async () => (await import("./catalog/vertex.json", { with: { type: "json" } })).default,
};

/** Providers with native APIs, in the order in which `defaultModel` searches them. */
export const NATIVE_PROVIDERS: readonly Provider[] = [ANTHROPIC, OPENAI, OPENAI_CHAT, GOOGLE];
/** Providers with optional adapter packages. They have no default model: their models depend on the user's account. */
export const OPTIONAL_PROVIDERS: readonly Provider[] = [BEDROCK, AZURE, VERTEX];

const trimmed = (url: string | undefined): string | undefined =>
  url === undefined || url.trim() === "" ? undefined : url.trim().replace(/\/+$/, "");

const versioned = (setting: string | undefined, version: string): string | undefined => {
  const url = trimmed(setting);
  return url === undefined || /\/v\d+(alpha|beta)?\d*$/.test(url) ? url : `${url}/${version}`;
};

/** Completes the endpoint that Azure's portal shows, which ends before `/openai`. */
const azureEndpoint = (env: Env): string | undefined => {
  const endpoint = trimmed(env["AZURE_OPENAI_ENDPOINT"]);
  return endpoint === undefined || /\/openai(\/v1)?$/.test(endpoint) ? endpoint : `${endpoint}/openai`;
};
