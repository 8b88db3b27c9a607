import type { ModelInfo } from "../model/index.ts";

export interface OutputTokenSources {
  /** What the one request asks for. */
  readonly call?: number | undefined;
  /** What the session is set up with. */
  readonly config?: number | undefined;
  readonly model: Pick<ModelInfo, "maxOutput" | "contextWindow">;
}

const DEFAULT = 8192;

/**
 * How many tokens a response may have: what the call says, else the configuration, else the catalog, else 8192; 0 says
 * nothing. What nobody asked for leaves at least half of the model's window for the input.
 */
export const maxOutputTokens = ({ call = 0, config = 0, model }: OutputTokenSources): number => {
  const { maxOutput = 0, contextWindow = 0 } = model;
  const room = contextWindow > 0 ? Math.floor(contextWindow / 2) : Number.POSITIVE_INFINITY;
  return call || config || Math.min(maxOutput || DEFAULT, room);
};
