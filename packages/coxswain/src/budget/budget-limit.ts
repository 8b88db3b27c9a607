import type { Budget, Limit } from "../loop/index.ts";

/** The limit that a run ends with where a budget is used up: of whom, what, and how much. `level`: as `this run`. */
export const budgetLimit = (level: string, name: keyof Budget, spent: number, limit: number): Limit => ({
  name: "budget",
  message: `The budget of ${level} is used up: ${WORDS[name](spent, limit)}.`,
  quantity: name,
});

const WORDS: Readonly<Record<keyof Budget, (spent: number, limit: number) => string>> = {
  usd: (spent, limit) => `${dollars(spent)} of ${dollars(limit)}`,
  tokens: (spent, limit) => `${whole(spent)} of ${whole(limit)} tokens`,
  toolCalls: (spent, limit) => `${whole(spent)} of ${whole(limit)} tool calls`,
  turns: (spent, limit) => `${whole(spent)} of ${whole(limit)} turns`,
  seconds: (spent, limit) => `${tenths(spent)} of ${tenths(limit)} seconds`,
};

/** Cents, or what is less than one to two digits. */
const dollars = (usd: number): string => `$${usd >= 0.01 || usd === 0 ? usd.toFixed(2) : String(Number(usd.toPrecision(2)))}`;

const tenths = (count: number): string => count.toLocaleString("en-US", { maximumFractionDigits: 1 });

const whole = (count: number): string => Math.floor(count).toLocaleString("en-US");
