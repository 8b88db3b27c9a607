import type { LanguageModelV4 } from "@ai-sdk/provider";
import { anthropicDialect } from "./anthropic.ts";
import { GEMINI_DIALECT } from "./google.ts";
import { optionalPeer } from "./optional-peer.ts";
import type { Connected, Connection } from "./provider.ts";
import type { Fetch } from "./http-sender.ts";

interface VertexSettings {
  readonly project?: string;
  readonly location: string;
  readonly apiKey?: string;
  readonly baseURL?: string;
  readonly headers?: Record<string, string>;
  readonly fetch: Fetch;
}

/** The part of @ai-sdk/google-vertex that this module uses. */
interface VertexPackage {
  readonly createGoogleVertex: (settings: VertexSettings) => { languageModel(id: string): LanguageModelV4 };
}
interface VertexAnthropicPackage {
  readonly createVertexAnthropic: (settings: Omit<VertexSettings, "apiKey">) => { languageModel(id: string): LanguageModelV4 };
}

/** Connects to Google Cloud Vertex AI: Claude for models named `claude-…`, else Gemini. */
export const connectVertex = async ({ baseURL, key, headers, env, fetch, cacheTtl }: Connection): Promise<Connected> => {
  const version = "5.0.141";
  const [{ createGoogleVertex }, { createVertexAnthropic }] = await Promise.all([
    optionalPeer<VertexPackage>("@ai-sdk/google-vertex", version, "Vertex"),
    optionalPeer<VertexAnthropicPackage>("@ai-sdk/google-vertex/anthropic", version, "Vertex"),
  ]);
  const project = env["GOOGLE_CLOUD_PROJECT"] ?? env["GOOGLE_VERTEX_PROJECT"];
  const settings = {
    location: env["GOOGLE_CLOUD_LOCATION"] ?? env["GOOGLE_VERTEX_LOCATION"] ?? "global",
    fetch,
    ...(project === undefined ? {} : { project }),
    ...(baseURL === undefined ? {} : { baseURL }),
    ...(headers === undefined ? {} : { headers: { ...headers } }),
  };
  const gemini = createGoogleVertex({ ...settings, ...(key === undefined ? {} : { apiKey: key.value }) });
  const claude = createVertexAnthropic(settings);
  return {
    model: (id) => ({
      kind: "adapter",
      adapter: (isClaude(id) ? claude : gemini).languageModel(id),
      dialect: isClaude(id) ? anthropicDialect(cacheTtl) : GEMINI_DIALECT,
    }),
  };
};

const isClaude = (id: string): boolean => id.startsWith("claude-");
