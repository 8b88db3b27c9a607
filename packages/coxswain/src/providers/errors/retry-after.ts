import type { Failure } from "./failure.ts";

/**
 * Returns the provider's requested delay in milliseconds: `retry-after-ms`, `Retry-After` in seconds or as an HTTP date
 * (RFC 9110, 10.2.3), Google's `retryDelay`, or the text "try again in 1m2.5s".
 */
export const retryAfter = ({ headers, evidence }: Failure, now: number): number | undefined =>
  [
    number(headers["retry-after-ms"]),
    seconds(number(headers["retry-after"])),
    untilDate(headers["retry-after"], now),
    duration(/"retrydelay":\s*"([\d.]+s)"/.exec(evidence)?.[1]),
    duration(/try again in ((?:[\d.]+\s?(?:ms|[dhms])\s?)+)/.exec(evidence)?.[1]),
  ].find((wait) => wait !== undefined && Number.isFinite(wait) && wait >= 0);

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

const number = (value: string | undefined): number | undefined =>
  value === undefined || !/^\s*\d+(\.\d+)?\s*$/.test(value) ? undefined : Number(value);

const seconds = (value: number | undefined): number | undefined => (value === undefined ? undefined : Math.round(value * 1000));

const untilDate = (value: string | undefined, now: number): number | undefined => {
  const at = value === undefined || number(value) !== undefined ? Number.NaN : Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
};

const duration = (value: string | undefined): number | undefined =>
  value === undefined
    ? undefined
    : Math.round(
        [...value.matchAll(/([\d.]+)\s?(ms|[dhms])/g)].reduce(
          (sum, [, amount, unit]) => sum + Number(amount) * (UNITS[unit ?? ""] ?? 0),
          0,
        ),
      );
