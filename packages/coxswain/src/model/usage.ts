/** Tokens of one response, or the sum of several. All are integers of 0 or more. */
export interface Usage {
  /** Input tokens that did not come from a cache. */
  readonly input: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  /** Output tokens, including reasoning. */
  readonly output: number;
  /** Reasoning tokens, part of the output. */
  readonly reasoning: number;
}

export const NO_USAGE: Usage = Object.freeze({ input: 0, cacheRead: 0, cacheWrite: 0, output: 0, reasoning: 0 });

/** Sanitizes the numbers of a provider: any of them may be missing, negative or not a number. */
export const usageFrom = (reported: { readonly [Key in keyof Usage]?: unknown } | null | undefined): Usage => ({
  input: count(reported?.input),
  cacheRead: count(reported?.cacheRead),
  cacheWrite: count(reported?.cacheWrite),
  output: count(reported?.output),
  reasoning: count(reported?.reasoning),
});

export const addUsage = (one: Usage, other: Usage): Usage => ({
  input: one.input + other.input,
  cacheRead: one.cacheRead + other.cacheRead,
  cacheWrite: one.cacheWrite + other.cacheWrite,
  output: one.output + other.output,
  reasoning: one.reasoning + other.reasoning,
});

/** Returns the usage that fills the window: of several passes of the provider, each of which reads the conversation, the last. */
export const windowUsage = ({ usage, lastPass }: { readonly usage: Usage; readonly lastPass?: Usage | undefined }): Usage =>
  lastPass ?? usage;

/** Returns the tokens in the context window after a response with this usage, with reasoning counted once. */
export const contextTokens = (usage: Usage): number => usage.input + usage.cacheRead + usage.cacheWrite + usage.output;

const count = (value: unknown): number =>
  typeof value === "number" && Number.isFinite(value) && value > 0 ? Math.min(Math.round(value), Number.MAX_SAFE_INTEGER) : 0;

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
