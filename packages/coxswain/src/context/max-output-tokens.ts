import type { ModelInfo } from "../model/index.ts";

export interface OutputTokenSources {
  /** What the one request asks for. */
  readonly call?: number | undefined;
  /** What the session is set up with. */
  readonly config?: number | undefined;
  readonly model: Pick<ModelInfo, "maxOutput" | "contextWindow">;
  /** Tokens of the request's input, by estimate. Asked only where it matters. */
  readonly input?: (() => number) | undefined;
}

const DEFAULT = 8192;
/** Below this an answer is worth nothing: a request without room for it is too long. */
const LEAST = 1024;

/**
 * How many tokens a response may have: what the call says, else the configuration, else the catalog, else 8192; 0 says
 * nothing. What nobody asked for leaves at least half of the model's window for the input, and goes with it into the window:
 * many providers refuse what would not fit it together.
 */
export const maxOutputTokens = ({ call = 0, config = 0, model, input }: OutputTokenSources): number => {
  if (call || config) return call || config;
  const { maxOutput = 0, contextWindow = 0 } = model;
  const wanted = maxOutput || DEFAULT;
  if (contextWindow <= 0) return wanted;
  const half = Math.floor(contextWindow / 2);
  const left = input === undefined ? half : Math.max(contextWindow - input(), Math.min(LEAST, half));
  return Math.min(wanted, half, left);
};
