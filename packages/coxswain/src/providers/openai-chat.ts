import type { Dialect } from "./dialect.ts";
import { openAI } from "./openai.ts";
import type { Connected, Connection } from "./provider.ts";
import { chatReader } from "./wires/index.ts";

/** Connects to OpenAI Chat Completions. */
export const connectOpenAIChat = (connection: Connection): Connected => {
  const provider = openAI(connection);
  const read = chatReader({ key: "openai", ofOpenAI: true });
  return { model: (id) => ({ kind: "written_by_adapter", adapter: provider.chat(id), dialect: CHAT_DIALECT, read }) };
};

const CHAT_DIALECT: Dialect = {
  imagesAfterResults: true,
  options: ({ sessionId }) => ({ openai: { store: false, ...(sessionId === undefined ? {} : { promptCacheKey: sessionId }) } }),
};
