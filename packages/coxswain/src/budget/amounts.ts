import type { Budget, Limit } from "../loop/index.ts";

/** Amounts that a request or tool call charges. Time is measured, not charged. */
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

/** Subtracts what `plus` added. */
export const minus = (one: Required<Amounts>, other: Amounts): Required<Amounts> => ({
  usd: one.usd - count(other.usd),
  tokens: one.tokens - count(other.tokens),
  toolCalls: one.toolCalls - count(other.toolCalls),
  turns: one.turns - count(other.turns),
});

/** Reported usage may be anything: values that are not positive numbers count as 0. */
export const count = (value: number | undefined): number =>
  value !== undefined && value > 0 ? Math.min(value, Number.MAX_SAFE_INTEGER) : 0;

/** The limit that ends a run when a budget is exhausted. `level`: as `this run`. */
export const budgetLimit = (level: string, name: keyof Budget, spent: number, limit: number): Limit => ({
  name: "budget",
  message: `The budget of ${level} is exhausted: ${FORMATS[name](spent, limit)}.`,
  quantity: name,
});

const FORMATS: Readonly<Record<keyof Budget, (spent: number, limit: number) => string>> = {
  usd: (spent, limit) => `${dollars(spent)} of ${dollars(limit)}`,
  tokens: (spent, limit) => `${whole(spent)} of ${whole(limit)} tokens`,
  toolCalls: (spent, limit) => `${whole(spent)} of ${whole(limit)} tool calls`,
  turns: (spent, limit) => `${whole(spent)} of ${whole(limit)} turns`,
  seconds: (spent, limit) => `${tenths(spent)} of ${tenths(limit)} seconds`,
};

/** Dollars with cents, or two significant digits below one cent. */
const dollars = (usd: number): string => `$${usd >= 0.01 || usd === 0 ? usd.toFixed(2) : String(Number(usd.toPrecision(2)))}`;

const tenths = (value: number): string => value.toLocaleString("en-US", { maximumFractionDigits: 1 });

const whole = (value: number): string => Math.floor(value).toLocaleString("en-US");
