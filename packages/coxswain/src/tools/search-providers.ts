import { parseWebUrl } from "./web-url.ts";
import type { WebOptions } from "./web/index.ts";

/** Web search service. */
export interface SearchProvider {
  /** Name in settings and in `cox auth`. */
  readonly name: string;
  /** Display name. */
  readonly label: string;
  /** Default URL. Without it, the user must configure one. */
  readonly url?: string;
  /** Environment variable that may contain the key. Without it, the provider needs no key. */
  readonly keyEnv?: string;
  request(search: Search): SearchRequest;
  /** Extracts the results from a response, which may be any JSON value. */
  results(answer: unknown): readonly SearchResult[];
}

export interface Search {
  readonly query: string;
  /** Maximum number of results. */
  readonly count: number;
  readonly url: string;
  /** Empty if the provider needs no key. */
  readonly key: string;
}

export interface SearchRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** Body of a POST request. Without it, the request is a GET. */
  readonly json?: unknown;
}

export interface SearchResult {
  readonly title: string;
  readonly url: string;
  readonly snippet: string;
}

/** Returns the value of a field, or undefined if the value is not an object. */
export const field = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;

export const listIn = (value: unknown, name: string): readonly unknown[] => {
  const found = field(value, name);
  return Array.isArray(found) ? found : [];
};

/** Returns a string field, or the strings of a list joined. Empty if the field does not exist. */
export const textIn = (value: unknown, name: string): string => {
  const found = field(value, name);
  if (typeof found === "string") return found;
  return Array.isArray(found) ? found.filter((part) => typeof part === "string").join(" … ") : "";
};

/**
 * Returns the origin to request permission for: `https://search.example:8443`.
 * @throws {ToolError} for an invalid web URL
 */
export const originOf = (url: string): string => parseWebUrl(url).origin;

/** Adds the host and port of a URL that the user configured to the reachable private hosts. */
export const reaching = (url: string, options: WebOptions): WebOptions => {
  const { hostname, port, protocol } = parseWebUrl(url);
  const named = `${hostname}:${port === "" ? (protocol === "https:" ? "443" : "80") : port}`;
  return { ...options, privateHosts: [...(options.privateHosts ?? []), named] };
};

/** https://api-dashboard.search.brave.com/app/documentation/web-search */
const brave: SearchProvider = {
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

/** https://exa.ai/docs/reference/search */
const exa: SearchProvider = {
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

/** https://docs.searxng.org/dev/search_api.html; the instance must have `json` in `search.formats`. */
const searxng: SearchProvider = {
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

/** https://docs.tavily.com/documentation/api-reference/endpoint/search */
const tavily: SearchProvider = {
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

/** Providers that `web_search` supports. */
export const SEARCH_PROVIDERS: readonly SearchProvider[] = [brave, exa, searxng, tavily];
