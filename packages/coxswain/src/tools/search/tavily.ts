import { listIn, textIn } from "./json-fields.ts";
import type { SearchProvider } from "./search-provider.ts";

/** https://docs.tavily.com/documentation/api-reference/endpoint/search */
export const tavily: SearchProvider = {
  name: "tavily",
  label: "Tavily",
  url: "https://api.tavily.com/search",
  keyEnv: "TAVILY_API_KEY",
  request: ({ query, count, url, key }) => ({
    url: new URL(url),
    headers: { accept: "application/json", authorization: `Bearer ${key}` },
    json: { query, max_results: count },
  }),
  results: (answer) =>
    listIn(answer, "results").map((one) => ({ title: textIn(one, "title"), url: textIn(one, "url"), snippet: textIn(one, "content") })),
};
