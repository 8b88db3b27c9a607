/** Somebody who searches the web. */
export interface SearchProvider {
  /** As settings and `cox auth` name it. */
  readonly name: string;
  /** For people. */
  readonly label: string;
  /** Where it is asked; one without it has to be named by the person. */
  readonly url?: string;
  /** The variable of the environment that may hold its key; one without it wants none. */
  readonly keyEnv?: string;
  request(search: Search): SearchRequest;
  /** The results in its answer, which may be any JSON value. */
  results(answer: unknown): readonly SearchResult[];
}

export interface Search {
  readonly query: string;
  /** How many results are wanted at most. */
  readonly count: number;
  readonly url: string;
  /** Empty where none is wanted. */
  readonly key: string;
}

export interface SearchRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** What is posted; without it, it is a GET. */
  readonly json?: unknown;
}

export interface SearchResult {
  readonly title: string;
  readonly url: string;
  readonly snippet: string;
}
