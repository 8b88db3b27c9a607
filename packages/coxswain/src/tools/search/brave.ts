import { field, listIn, textIn } from "./json-fields.ts";
import type { SearchProvider } from "./search-provider.ts";

/** https://api-dashboard.search.brave.com/app/documentation/web-search */
export const brave: SearchProvider = {
  name: "brave",
  label: "Brave Search",
  url: "https://api.search.brave.com/res/v1/web/search",
  keyEnv: "BRAVE_API_KEY",
  request({ query, count, url, key }) {
    const asked = new URL(url);
    asked.searchParams.set("q", query);
    asked.searchParams.set("count", String(count));
    return { url: asked, headers: { accept: "application/json", "x-subscription-token": key } };
  },
  results: (answer) =>
    listIn(field(answer, "web"), "results").map((one) => ({
      title: textIn(one, "title"),
      url: textIn(one, "url"),
      snippet: textIn(one, "description"),
    })),
};
