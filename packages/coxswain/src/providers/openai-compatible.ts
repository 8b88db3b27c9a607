import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import type { ModelRequest } from "../model/index.ts";
import { type ThinkingStyle, thinkingFields } from "./compatible-thinking.ts";
import type { CacheTtl } from "./cache-marks.ts";
import type { Efforts } from "./catalog.ts";
import type { Dialect } from "./dialect.ts";
import type { Connected, Connection } from "./provider.ts";
import { chatReader } from "./wires/index.ts";

/** Deviations of one OpenAI Chat server. */
export interface CompatibleQuirks extends Pick<Dialect, "callId" | "noReasoning" | "reportedCost"> {
  readonly thinking?: ThinkingStyle;
  /** The header for the session ID, which routes a session's requests to the same cache. */
  readonly sessionHeader?: string;
  /** Adds cache breakpoints to a request body. */
  readonly markCache?: (body: Readonly<Record<string, unknown>>, ttl: CacheTtl) => Readonly<Record<string, unknown>>;
  /** True if `stream_options` is omitted: the server rejects it, and reports usage without it. */
  readonly noStreamOptions?: boolean;
}

/** Connects to any server with an OpenAI Chat Completions API. */
export const connectCompatible = (connection: Connection, quirks: CompatibleQuirks = {}): Connected => {
  const { baseURL = "", key, headers, fetch, cacheTtl } = connection;
  const { thinking: style = "effort", sessionHeader, noStreamOptions, markCache, ...rest } = quirks;
  const name = camelCase(connection.name);
  const provider = createOpenAICompatible({
    name,
    baseURL,
    fetch,
    includeUsage: noStreamOptions !== true,
    ...(key === undefined ? {} : { apiKey: key.value }),
    ...(headers === undefined ? {} : { headers: { ...headers } }),
    ...(markCache === undefined ? {} : { transformRequestBody: (body) => markCache(body, cacheTtl) }),
  });
  const read = chatReader({ key: name, ...(rest.reportedCost === undefined ? {} : { reportedCost: rest.reportedCost }) });
  const dialectOf = (efforts: Efforts): Dialect => ({
    ...rest,
    ownThinking: true,
    oneSystemMessage: true,
    imagesAfterResults: true,
    options: (_request, level) => ({ [name]: level === undefined ? {} : thinkingFields(style, level, efforts) }),
    ...(sessionHeader === undefined
      ? {}
      : { headers: ({ sessionId }: ModelRequest) => (sessionId === undefined ? {} : { [sessionHeader]: sessionId }) }),
  });
  return {
    model: (id, efforts) => ({ kind: "written_by_adapter", adapter: provider.languageModel(id), dialect: dialectOf(efforts), read }),
  };
};

const camelCase = (name: string): string => name.replace(/[-_.]+([a-z0-9])/gi, (_match, letter: string) => letter.toUpperCase());
