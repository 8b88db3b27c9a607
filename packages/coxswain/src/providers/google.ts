import { createGoogle } from "@ai-sdk/google";
import type { Dialect } from "./dialect.ts";
import type { Connected, Connection } from "./provider.ts";
import { geminiReader } from "./wires/index.ts";

/** Connects to the Gemini API. */
export const connectGoogle = ({ baseURL, key, headers, fetch }: Connection): Connected => {
  const provider = createGoogle({
    apiKey: key?.value ?? "",
    fetch,
    ...(baseURL === undefined ? {} : { baseURL }),
    ...(headers === undefined ? {} : { headers: { ...headers } }),
  });
  return {
    model: (id) => ({ kind: "written_by_adapter", adapter: provider.languageModel(id), dialect: GEMINI_DIALECT, read: geminiReader }),
  };
};

export const GEMINI_DIALECT: Dialect = {
  options: (_request, thinking) =>
    thinking === undefined || thinking === "off" ? {} : { google: { thinkingConfig: { includeThoughts: true } } },
};
