/** Tokens of one response, or of several added up. All are whole numbers of 0 or more. */
export interface Usage {
  /** Input that came from no cache. */
  readonly input: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  /** Output, reasoning included. */
  readonly output: number;
  /** The part of the output that was reasoning. */
  readonly reasoning: number;
}

export const NO_USAGE: Usage = Object.freeze({ input: 0, cacheRead: 0, cacheWrite: 0, output: 0, reasoning: 0 });

/** Numbers as providers report them, which may be missing, one or all, negative or no numbers, as a usage that can be added up. */
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

/** How much of the context window the response with this usage stands for: all tokens, reasoning counted once. */
export const contextTokens = (usage: Usage): number => usage.input + usage.cacheRead + usage.cacheWrite + usage.output;

const count = (value: unknown): number =>
  typeof value === "number" && Number.isFinite(value) && value > 0 ? Math.min(Math.round(value), Number.MAX_SAFE_INTEGER) : 0;
