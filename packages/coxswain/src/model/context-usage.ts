import { contextTokens, type Usage } from "./usage.ts";

/** Context window usage after a response. `fraction` (0 to 1) and `percent` (0 to 100) are 0 for an unknown window. */
export interface ContextUsage {
  /** Tokens. */
  readonly used: number;
  /** Tokens; absent when the model's window is unknown. */
  readonly window?: number;
  readonly fraction: number;
  readonly percent: number;
}

export const contextUsage = (usage: Usage, window: number | undefined): ContextUsage => {
  const used = contextTokens(usage);
  if (window === undefined || window <= 0) return { used, fraction: 0, percent: 0 };
  const fraction = Math.min(1, used / window);
  return { used, window, fraction, percent: Math.round(fraction * 100) };
};
