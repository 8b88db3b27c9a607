import { listIn, textIn } from "./json-fields.ts";
import type { SearchProvider } from "./search-provider.ts";

/** https://exa.ai/docs/reference/search */
export const exa: SearchProvider = {
  name: "exa",
  label: "Exa",
  url: "https://api.exa.ai/search",
  keyEnv: "EXA_API_KEY",
  request: ({ query, count, url, key }) => ({
    url: new URL(url),
    headers: { accept: "application/json", "x-api-key": key },
    json: { query, numResults: count, contents: { highlights: true } },
  }),
  results: (answer) =>
    listIn(answer, "results").map((one) => ({
      title: textIn(one, "title"),
      url: textIn(one, "url"),
      snippet: textIn(one, "highlights") || textIn(one, "text"),
    })),
};
