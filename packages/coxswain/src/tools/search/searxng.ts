import { listIn, textIn } from "./json-fields.ts";
import type { SearchProvider } from "./search-provider.ts";

/** https://docs.searxng.org/dev/search_api.html; the instance must have `json` in `search.formats`. */
export const searxng: SearchProvider = {
  name: "searxng",
  label: "SearXNG",
  request({ query, url }) {
    const asked = new URL("search", url.endsWith("/") ? url : `${url}/`);
    asked.searchParams.set("q", query);
    asked.searchParams.set("format", "json");
    return { url: asked, headers: { accept: "application/json" } };
  },
  results: (answer) =>
    listIn(answer, "results").map((one) => ({ title: textIn(one, "title"), url: textIn(one, "url"), snippet: textIn(one, "content") })),
};
