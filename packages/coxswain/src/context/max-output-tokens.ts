import type { ModelInfo } from "../model/index.ts";

export interface OutputTokenSources {
  /** The limit of this request. */
  readonly call?: number | undefined;
  /** The session's configured limit. */
  readonly config?: number | undefined;
  readonly model: Pick<ModelInfo, "maxOutput" | "contextWindow">;
  /** Estimated input tokens of the request. Called only when the result depends on it. */
  readonly input?: (() => number) | undefined;
}

const DEFAULT = 8192;
/** Minimum useful length of an answer: a request without room for it is too long. */
const LEAST = 1024;

/**
 * Returns the maximum output tokens of a response: the value of the call, else the configuration, else the catalog,
 * else 8192. 0 means unset. A default leaves at least half of the model's window for the input, and fits the window
 * together with it: many providers reject a request that would not fit.
 */
export const maxOutputTokens = ({ call = 0, config = 0, model, input }: OutputTokenSources): number => {
  if (call || config) return call || config;
  const { maxOutput = 0, contextWindow = 0 } = model;
  const requested = maxOutput || DEFAULT;
  if (contextWindow <= 0) return requested;
  const half = Math.floor(contextWindow / 2);
  const left = input === undefined ? half : Math.max(contextWindow - input(), Math.min(LEAST, half));
  return Math.min(requested, half, left);
};
