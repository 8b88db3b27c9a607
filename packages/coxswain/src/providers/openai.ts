import { createOpenAI } from "@ai-sdk/openai";
import type { Dialect } from "./dialect.ts";
import type { Connected, Connection } from "./provider.ts";
import { responsesReader } from "./wires/index.ts";

/** Connects to OpenAI Responses. */
export const connectOpenAI = (connection: Connection): Connected => {
  const provider = openAI(connection);
  const read = responsesReader("openai");
  return { model: (id) => ({ kind: "written_by_adapter", adapter: provider.responses(id), dialect: RESPONSES_DIALECT, read }) };
};

/**
 * Storage at the provider is disabled: the log is authoritative, and stored items would be sent as references only.
 * Reasoning then arrives encrypted in the response. The adapter requests this automatically for reasoning models.
 */
export const RESPONSES_DIALECT: Dialect = {
  options: ({ sessionId }, thinking) => ({
    openai: {
      store: false,
      ...(sessionId === undefined ? {} : { promptCacheKey: sessionId }),
      ...(thinking === undefined || thinking === "off" ? {} : { reasoningSummary: "auto" }),
    },
  }),
};

export const openAI = ({ baseURL, key, headers, fetch }: Connection): ReturnType<typeof createOpenAI> =>
  createOpenAI({
    apiKey: key?.value ?? "",
    fetch,
    ...(baseURL === undefined ? {} : { baseURL }),
    ...(headers === undefined ? {} : { headers: { ...headers } }),
  });
