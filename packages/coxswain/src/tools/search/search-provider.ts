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
