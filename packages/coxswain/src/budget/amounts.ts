/** What a request, or a tool call, takes of a budget. Time is not taken: it passes. */
export interface Amounts {
  readonly usd?: number;
  readonly tokens?: number;
  readonly toolCalls?: number;
  readonly turns?: number;
}

export type Quantity = keyof Amounts;

export const QUANTITIES = ["usd", "tokens", "toolCalls", "turns"] as const satisfies readonly Quantity[];

export const NOTHING: Required<Amounts> = Object.freeze({ usd: 0, tokens: 0, toolCalls: 0, turns: 0 });

export const plus = (one: Required<Amounts>, other: Amounts): Required<Amounts> => ({
  usd: one.usd + count(other.usd),
  tokens: one.tokens + count(other.tokens),
  toolCalls: one.toolCalls + count(other.toolCalls),
  turns: one.turns + count(other.turns),
});

/** Takes back what was added. */
export const minus = (one: Required<Amounts>, other: Amounts): Required<Amounts> => ({
  usd: one.usd - count(other.usd),
  tokens: one.tokens - count(other.tokens),
  toolCalls: one.toolCalls - count(other.toolCalls),
  turns: one.turns - count(other.turns),
});

/** Providers report what they like: what is no number above 0 counts nothing. */
export const count = (value: number | undefined): number =>
  value !== undefined && value > 0 ? Math.min(value, Number.MAX_SAFE_INTEGER) : 0;
