import type { Dialect } from "./dialect.ts";
import { openAI } from "./openai.ts";
import type { Connected, Connection } from "./provider.ts";
import { chatWire } from "./wires/index.ts";

/** Connects to OpenAI Chat Completions. */
export const connectOpenAIChat = (connection: Connection): Connected => {
  const provider = openAI(connection);
  return { wire: chatWire({ key: "openai", ofOpenAI: true }), model: (id) => provider.chat(id), dialect: () => CHAT_DIALECT };
};

const CHAT_DIALECT: Dialect = {
  imagesAfterResults: true,
  options: ({ sessionId }) => ({ openai: { store: false, ...(sessionId === undefined ? {} : { promptCacheKey: sessionId }) } }),
};
