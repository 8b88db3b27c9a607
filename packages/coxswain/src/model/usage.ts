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

/** Returns the tokens in the context window after a response with this usage, with reasoning counted once. */
export const contextTokens = (usage: Usage): number => usage.input + usage.cacheRead + usage.cacheWrite + usage.output;

const count = (value: unknown): number =>
  typeof value === "number" && Number.isFinite(value) && value > 0 ? Math.min(Math.round(value), Number.MAX_SAFE_INTEGER) : 0;
