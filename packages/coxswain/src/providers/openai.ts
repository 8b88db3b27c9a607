import type { Dialect } from "./dialect.ts";
import type { Connected, Connection } from "./provider.ts";
import { type Endpoint, bearer, endpoint, responsesReader, responsesWriter } from "./wires/index.ts";

/** Connects to OpenAI Responses. */
export const connectOpenAI = (connection: Connection): Connected => {
  const to = openAIEndpoint(connection, "responses");
  return {
    model: (id) => ({ kind: "wire", wire: { write: responsesWriter(id, to), read: responsesReader("openai"), marksCache: false } }),
  };
};

/** Returns the endpoint of one of OpenAI's APIs. */
export const openAIEndpoint = ({ baseURL = API, key, headers }: Connection, path: string): Endpoint =>
  endpoint(`${baseURL}/${path}`, bearer(key?.value), headers);

const API = "https://api.openai.com/v1";

/** The dialect of models whose requests an adapter of OpenAI Responses writes, without storage as in our own writer. */
export const RESPONSES_DIALECT: Dialect = {
  options: ({ sessionId }, thinking) => ({
    openai: {
      store: false,
      ...(sessionId === undefined ? {} : { promptCacheKey: sessionId }),
      ...(thinking === undefined || thinking === "off" ? {} : { reasoningSummary: "auto" }),
    },
  }),
};
