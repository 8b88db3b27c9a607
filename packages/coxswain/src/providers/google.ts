import type { Dialect } from "./dialect.ts";
import type { Connected, Connection } from "./provider.ts";
import { endpoint, geminiReader, geminiWriter } from "./wires/index.ts";

/** Connects to the Gemini API. */
export const connectGoogle = ({ baseURL = API, key, headers }: Connection): Connected => {
  const own = key === undefined ? {} : { "x-goog-api-key": key.value };
  const to = (id: string) => endpoint(`${baseURL}/${modelPath(id)}:streamGenerateContent?alt=sse`, own, headers);
  return {
    model: (id) => ({
      kind: "wire",
      wire: { write: geminiWriter(id, to(id)), read: geminiReader, marksCache: false },
    }),
  };
};

const API = "https://generativelanguage.googleapis.com/v1beta";

/** Other resources than the API's own models, such as `tunedModels/…`, are named with their path. */
const modelPath = (id: string): string => (id.includes("/") ? id : `models/${id}`);

/** The dialect of Gemini models whose requests an adapter writes. */
export const GEMINI_DIALECT: Dialect = {
  options: (_request, thinking) =>
    thinking === undefined || thinking === "off" ? {} : { google: { thinkingConfig: { includeThoughts: true } } },
};
