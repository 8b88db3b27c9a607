import type { DatabaseSync } from "node:sqlite";
import { ifPresent, where } from "./session-filter.ts";

const QUARTER = 15 * 60 * 1000;

export interface UsageQuery {
  /** Default: `day`. */
  readonly by?: "day" | "model" | "project";
  /** Milliseconds since the epoch, rounded to a quarter of an hour: responses from this time on. */
  readonly since?: number;
}

/** Usage of responses. Tokens as a session counts them. */
export interface UsageSum {
  readonly responses: number;
  readonly input: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly output: number;
  readonly reasoning: number;
  /** USD, as far as prices are known. */
  readonly cost: number;
  /** True if the price of a response is not known. */
  readonly isCostPartial: boolean;
}

/** `key`: the local day (`2026-11-21`), the model's reference, or the project's folder; empty if unknown. */
export interface UsageLine extends UsageSum {
  readonly key: string;
}

export interface UsageReport {
  /** Days in chronological order; models and projects by descending cost. */
  readonly lines: readonly UsageLine[];
  readonly total: UsageSum;
}

const KEY: Readonly<Record<NonNullable<UsageQuery["by"]>, string>> = { day: "p.quarter", model: "p.model", project: "ifnull(s.cwd, '')" };

/** Sums up the usage of the stored sessions. A response inherited by a fork counts once, for the original session. */
export const usageReport = (database: DatabaseSync, { by = "day", since }: UsageQuery): UsageReport => {
  const { sql, values } = where([
    { sql: "p.inherited = 0", values: [] },
    ...ifPresent("p.quarter >= ?", since === undefined ? undefined : Math.floor(since / QUARTER)),
  ]);
  const rows = database
    .prepare(
      `SELECT ${KEY[by]} AS key, total(responses) AS responses, total(input) AS input, total(cacheRead) AS cacheRead, total(cacheWrite) AS cacheWrite,
        total(output) AS output, total(reasoning) AS reasoning, total(p.nanos) AS nanos, total(p.unpriced) AS unpriced
      FROM spending p JOIN sessions s ON s.number = p.session ${sql} GROUP BY key ORDER BY ${by === "day" ? "key" : "nanos DESC, key"}`,
    )
    .all(...values) as unknown as readonly SumRow[];
  const sums = new Map<string, SumRow>();
  for (const row of rows) {
    const key = by === "day" ? localDay(Number(row.key) * QUARTER) : String(row.key);
    sums.set(key, add(sums.get(key), row));
  }
  return {
    lines: [...sums].map(([key, sum]) => ({ key, ...inDollars(sum) })),
    total: inDollars(rows.reduce(add, NOTHING)),
  };
};

interface SumRow extends Omit<UsageSum, "cost" | "isCostPartial"> {
  readonly key: string | number;
  readonly nanos: number;
  readonly unpriced: number;
}

const NOTHING: SumRow = { key: "", responses: 0, input: 0, cacheRead: 0, cacheWrite: 0, output: 0, reasoning: 0, nanos: 0, unpriced: 0 };

const add = (one: SumRow = NOTHING, other: SumRow): SumRow => ({
  key: other.key,
  responses: one.responses + other.responses,
  input: one.input + other.input,
  cacheRead: one.cacheRead + other.cacheRead,
  cacheWrite: one.cacheWrite + other.cacheWrite,
  output: one.output + other.output,
  reasoning: one.reasoning + other.reasoning,
  nanos: one.nanos + other.nanos,
  unpriced: one.unpriced + other.unpriced,
});

const inDollars = ({ responses, input, cacheRead, cacheWrite, output, reasoning, nanos, unpriced }: SumRow): UsageSum => ({
  responses,
  input,
  cacheRead,
  cacheWrite,
  output,
  reasoning,
  cost: nanos / 1e9,
  isCostPartial: unpriced > 0,
});

const localDay = (at: number): string => {
  const date = new Date(at);
  const digits = (value: number): string => String(value).padStart(2, "0");
  return `${date.getFullYear()}-${digits(date.getMonth() + 1)}-${digits(date.getDate())}`;
};
