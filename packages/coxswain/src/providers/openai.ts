import { createOpenAI } from "@ai-sdk/openai";
import type { Dialect } from "./dialect.ts";
import type { Connected, Connection } from "./provider.ts";
import { responsesWire } from "./wires/index.ts";

/** OpenAI Responses. */
export const connectOpenAI = (connection: Connection): Connected => {
  const provider = openAI(connection);
  return { wire: responsesWire("openai"), model: (id) => provider.responses(id), dialect: () => RESPONSES_DIALECT };
};

/**
 * Nothing is stored at the provider: the log is the truth, and past items would go out as mere references. Reasoning
 * then comes encrypted in the response, which the adapter asks for by itself for the models that reason.
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
