import type { LanguageModelV4, SharedV4ProviderOptions } from "@ai-sdk/provider";
import { createAnthropic } from "@ai-sdk/anthropic";
import { createGoogle } from "@ai-sdk/google";
import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import type { ModelRequest } from "../../model/index.ts";
import { anthropicDialect } from "../anthropic.ts";
import type { Efforts } from "../catalog.ts";
import { COMPATIBLE_SERVERS } from "../compatible-providers.ts";
import { thinkingFields } from "../compatible-thinking.ts";
import type { Dialect } from "../dialect.ts";
import { GEMINI_DIALECT } from "../google.ts";
import type { CompatibleQuirks } from "../openai-compatible.ts";
import { RESPONSES_DIALECT } from "../openai.ts";
import type { Connection, Provider } from "../provider.ts";
import type { ChatMessage } from "./index.ts";

/** An AI SDK adapter for one model, and how our requests are converted for it. */
export interface ConnectedAdapter {
  readonly adapter: LanguageModelV4;
  readonly dialect: Dialect;
}

type ConnectAdapter = (connection: Connection, id: string, efforts: Efforts) => ConnectedAdapter;

const openAI = ({ baseURL, key, headers, fetch }: Connection) =>
  createOpenAI({
    apiKey: key?.value ?? "",
    fetch,
    ...(baseURL === undefined ? {} : { baseURL }),
    ...(headers === undefined ? {} : { headers: { ...headers } }),
  });

const CHAT_DIALECT: Dialect = {
  imagesAfterResults: true,
  options: ({ sessionId }) => ({ openai: { store: false, ...(sessionId === undefined ? {} : { promptCacheKey: sessionId }) } }),
};

const compatible =
  ({
    thinking = "effort",
    reasoning,
    callId,
    cacheMarks,
    noStreamOptions,
    sessionHeader,
    reportedCost,
  }: CompatibleQuirks): ConnectAdapter =>
  ({ name, baseURL = "", key, headers, fetch, cacheTtl }, id, efforts) => ({
    adapter: createOpenAICompatible({
      name,
      baseURL,
      fetch,
      includeUsage: noStreamOptions !== true,
      ...(key === undefined ? {} : { apiKey: key.value }),
      ...(headers === undefined ? {} : { headers: { ...headers } }),
      transformRequestBody: (body) =>
        cacheMarks?.appliesTo(id) === true ? { ...body, messages: cacheMarks.mark(body["messages"] as ChatMessage[], cacheTtl) } : body,
    }).languageModel(id),
    dialect: {
      ownThinking: true,
      oneSystemMessage: true,
      imagesAfterResults: true,
      noReasoning: reasoning === "refusing",
      options: (_request, level) =>
        ({ [name]: level === undefined ? {} : thinkingFields(thinking, level, efforts) }) as SharedV4ProviderOptions,
      ...(callId === undefined ? {} : { callId }),
      ...(reportedCost === undefined ? {} : { reportedCost }),
      ...(sessionHeader === undefined
        ? {}
        : { headers: ({ sessionId }: ModelRequest) => (sessionId === undefined ? {} : { [sessionHeader]: sessionId }) }),
    },
  });

/** The adapters of providers that our own wires serve, to compare both. */
const REPLACED: Readonly<Record<string, ConnectAdapter>> = {
  anthropic: ({ baseURL, key, headers, fetch, cacheTtl }, id) => ({
    adapter: createAnthropic({
      ...(key?.from === "ANTHROPIC_AUTH_TOKEN" ? { authToken: key.value } : { apiKey: key?.value ?? "" }),
      fetch,
      ...(baseURL === undefined ? {} : { baseURL }),
      ...(headers === undefined ? {} : { headers: { ...headers } }),
    }).languageModel(id),
    dialect: anthropicDialect(cacheTtl),
  }),
  google: ({ baseURL, key, headers, fetch }, id) => ({
    adapter: createGoogle({
      apiKey: key?.value ?? "",
      fetch,
      ...(baseURL === undefined ? {} : { baseURL }),
      ...(headers === undefined ? {} : { headers: { ...headers } }),
    }).languageModel(id),
    dialect: GEMINI_DIALECT,
  }),
  openai: (connection, id) => ({ adapter: openAI(connection).responses(id), dialect: RESPONSES_DIALECT }),
  "openai-chat": (connection, id) => ({ adapter: openAI(connection).chat(id), dialect: CHAT_DIALECT }),
  ...Object.fromEntries(COMPATIBLE_SERVERS.map(({ name, quirks = {} }) => [name, compatible(quirks)])),
};

/** Returns the adapter of a model, whether the provider uses it or not. */
export const adapterFor = async (provider: Provider, connection: Connection, id: string, efforts: Efforts): Promise<ConnectedAdapter> => {
  const replaced = REPLACED[provider.name];
  if (replaced !== undefined) return replaced(connection, id, efforts);
  const access = (await provider.connect(connection)).model(id, efforts);
  if (access.kind === "wire") throw new Error(`Add the adapter of ${provider.name} to REPLACED.`);
  return access;
};
