import { ModelError } from "../../model/index.ts";
import { classify } from "./classify.ts";
import { explain, type Origin } from "./explain.ts";
import { readFailure, type Failure } from "./failure.ts";
/** Converts any error of an adapter or its stream to a `ModelError` with a class and a message for the user. */
export const toModelError = (error: unknown, origin: Origin, now: number): ModelError => {
  if (error instanceof ModelError) return error;
  const failure = readFailure(error);
  const kind = classify(failure);
  const wait = retryAfter(failure, now);
  return new ModelError(kind, explain(failure, kind, origin), {
    ...(failure.status === undefined ? {} : { status: failure.status }),
    ...(wait === undefined ? {} : { retryAfter: wait }),
    // Adapter errors hold the whole request and response, so only bugs and connection errors are attached as the cause.
    ...(failure.thrown.startsWith("AI_") || failure.status !== undefined ? {} : { cause: error }),
  });
};

/**
 * Returns the provider's requested delay in milliseconds: `retry-after-ms`, `Retry-After` in seconds or as an HTTP date
 * (RFC 9110, 10.2.3), Google's `retryDelay`, or the text "try again in 1m2.5s".
 */
const retryAfter = ({ headers, evidence }: Failure, now: number): number | undefined =>
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
