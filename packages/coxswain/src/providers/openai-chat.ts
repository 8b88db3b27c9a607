import { createOpenAI } from "@ai-sdk/openai";
import type { Dialect } from "./dialect.ts";
import type { Connected, Connection } from "./provider.ts";
import { chatReader } from "./wires/index.ts";

/** Connects to OpenAI Chat Completions. */
export const connectOpenAIChat = ({ baseURL, key, headers, fetch }: Connection): Connected => {
  const provider = createOpenAI({
    apiKey: key?.value ?? "",
    fetch,
    ...(baseURL === undefined ? {} : { baseURL }),
    ...(headers === undefined ? {} : { headers: { ...headers } }),
  });
  const read = chatReader({ key: "openai", ofOpenAI: true });
  return { model: (id) => ({ kind: "written_by_adapter", adapter: provider.chat(id), dialect: CHAT_DIALECT, read }) };
};

const CHAT_DIALECT: Dialect = {
  imagesAfterResults: true,
  options: ({ sessionId }) => ({ openai: { store: false, ...(sessionId === undefined ? {} : { promptCacheKey: sessionId }) } }),
};
