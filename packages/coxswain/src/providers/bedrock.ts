import type { JSONObject, LanguageModelV4 } from "@ai-sdk/provider";
import type { CacheTtl } from "./cache-marks.ts";
import { optionalPeer } from "./optional-peer.ts";
import type { Connected, Connection } from "./provider.ts";
import type { Fetch } from "./http-sender.ts";

/** The part of @ai-sdk/amazon-bedrock that this module uses. */
interface BedrockPackage {
  readonly createAmazonBedrock: (settings: {
    readonly region?: string;
    readonly apiKey?: string;
    readonly accessKeyId?: string;
    readonly secretAccessKey?: string;
    readonly sessionToken?: string;
    readonly baseURL?: string;
    readonly headers?: Record<string, string>;
    readonly fetch: Fetch;
  }) => { languageModel(id: string): LanguageModelV4 };
}

/** Connects to Amazon Bedrock Converse, with a bearer token or an access key pair from the environment. */
export const connectBedrock = async ({ baseURL, key, headers, env, fetch, cacheTtl }: Connection): Promise<Connected> => {
  const { createAmazonBedrock } = await optionalPeer<BedrockPackage>("@ai-sdk/amazon-bedrock", "5.0.101", "Bedrock");
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey, AWS_SESSION_TOKEN: sessionToken } = env;
  const provider = createAmazonBedrock({
    region: env["AWS_REGION"] ?? env["AWS_DEFAULT_REGION"] ?? "us-east-1",
    fetch,
    ...(key === undefined ? {} : { apiKey: key.value }),
    ...(accessKeyId === undefined || secretAccessKey === undefined ? {} : { accessKeyId, secretAccessKey }),
    ...(sessionToken === undefined ? {} : { sessionToken }),
    ...(baseURL === undefined ? {} : { baseURL }),
    ...(headers === undefined ? {} : { headers: { ...headers } }),
  });
  return {
    model: (id) => ({
      kind: "adapter",
      adapter: provider.languageModel(id),
      dialect: {
        // The adapter signs the body, so fields cannot be added later.
        bodyOptions: (options) => ({ bedrock: { additionalModelRequestFields: options as JSONObject } }),
        ...(CACHES.test(id) ? { cacheMark: { bedrock: { cachePoint: { type: "default", ...longOf(id, cacheTtl) } } } } : {}),
      },
    }),
  };
};

/** Model families with prompt caching on Bedrock. The adapter marks system prompt and messages; tools precede both. */
const CACHES = /anthropic\.claude|amazon\.nova/;

/** Only Claude models support the longer TTL. */
const longOf = (id: string, ttl: CacheTtl): { readonly ttl?: CacheTtl } => (ttl === "1h" && id.includes("anthropic.claude") ? { ttl } : {});
