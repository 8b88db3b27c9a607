/** What may be spent at most; what is absent or 0 has no limit. All are numbers above 0 otherwise, the counts whole ones. */
export interface Budget {
  /** USD, as far as prices are known. */
  readonly usd?: number;
  /** Tokens of requests and answers, those read from a cache too. */
  readonly tokens?: number;
  /** Tool calls that are run. */
  readonly toolCalls?: number;
  /** Responses of the model. */
  readonly turns?: number;
  /** Seconds in which there was a run. */
  readonly seconds?: number;
}
