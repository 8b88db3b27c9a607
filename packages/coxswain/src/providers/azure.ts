import type { LanguageModelV4 } from "@ai-sdk/provider";
import { RESPONSES_DIALECT } from "./openai.ts";
import { optionalPeer } from "./optional-peer.ts";
import type { Connected, Connection } from "./provider.ts";
import type { Fetch } from "./http-sender.ts";

/** The part of @ai-sdk/azure that this module uses. */
interface AzurePackage {
  readonly createAzure: (settings: {
    readonly resourceName?: string;
    readonly baseURL?: string;
    readonly apiKey: string;
    readonly apiVersion?: string;
    readonly headers?: Record<string, string>;
    readonly fetch: Fetch;
  }) => { responses(deployment: string): LanguageModelV4 };
}

/** Connects to Azure OpenAI Responses. A model's name is its deployment's name. */
export const connectAzure = async ({ baseURL, key, headers, env, fetch }: Connection): Promise<Connected> => {
  const { createAzure } = await optionalPeer<AzurePackage>("@ai-sdk/azure", "4.0.85", "Azure");
  const { AZURE_RESOURCE_NAME: resourceName, AZURE_API_VERSION: apiVersion } = env;
  const provider = createAzure({
    apiKey: key?.value ?? "",
    fetch,
    ...(baseURL === undefined ? {} : { baseURL }),
    ...(resourceName === undefined || baseURL !== undefined ? {} : { resourceName }),
    ...(apiVersion === undefined ? {} : { apiVersion }),
    ...(headers === undefined ? {} : { headers: { ...headers } }),
  });
  return { model: (id) => ({ kind: "adapter", adapter: provider.responses(id), dialect: RESPONSES_DIALECT }) };
};
