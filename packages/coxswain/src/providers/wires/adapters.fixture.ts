import type { LanguageModelV4 } from "@ai-sdk/provider";
import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAI } from "@ai-sdk/openai";
import { anthropicDialect } from "../anthropic.ts";
import type { Efforts } from "../catalog.ts";
import type { Dialect } from "../dialect.ts";
import { RESPONSES_DIALECT } from "../openai.ts";
import type { Connection, Provider } from "../provider.ts";

/** An AI SDK adapter for one model, and how our requests are converted for it. */
export interface ConnectedAdapter {
  readonly adapter: LanguageModelV4;
  readonly dialect: Dialect;
}

/** The adapters of providers that our own wires serve, to compare both. */
const REPLACED: Readonly<Record<string, (connection: Connection, id: string, efforts: Efforts) => ConnectedAdapter>> = {
  anthropic: ({ baseURL, key, headers, fetch, cacheTtl }, id) => ({
    adapter: createAnthropic({
      ...(key?.from === "ANTHROPIC_AUTH_TOKEN" ? { authToken: key.value } : { apiKey: key?.value ?? "" }),
      fetch,
      ...(baseURL === undefined ? {} : { baseURL }),
      ...(headers === undefined ? {} : { headers: { ...headers } }),
    }).languageModel(id),
    dialect: anthropicDialect(cacheTtl),
  }),
  openai: (connection, id) => ({ adapter: openAI(connection).responses(id), dialect: RESPONSES_DIALECT }),
};

const openAI = ({ baseURL, key, headers, fetch }: Connection) =>
  createOpenAI({
    apiKey: key?.value ?? "",
    fetch,
    ...(baseURL === undefined ? {} : { baseURL }),
    ...(headers === undefined ? {} : { headers: { ...headers } }),
  });

/** Returns the adapter of a model, whether the provider uses it or not. */
export const adapterFor = async (provider: Provider, connection: Connection, id: string, efforts: Efforts): Promise<ConnectedAdapter> => {
  const replaced = REPLACED[provider.name];
  if (replaced !== undefined) return replaced(connection, id, efforts);
  const access = (await provider.connect(connection)).model(id, efforts);
  if (access.kind === "wire") throw new Error(`Add the adapter of ${provider.name} to REPLACED.`);
  return access;
};
