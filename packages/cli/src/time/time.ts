import { UsageError } from "../argv/index.ts";

/** Local time to the minute, as `2026-11-21 12:30`. */
export const formatMinute = (at: number): string => {
  const local = new Date(at - new Date(at).getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16).replace("T", " ");
};

const HOUR = 60 * 60 * 1000;
const AGE_UNITS: Readonly<Record<string, number>> = { h: HOUR, d: 24 * HOUR, w: 7 * 24 * HOUR };

/**
 * Parses a date or an age to milliseconds since the epoch: `2026-11-21` is the start of the day in local time; `7d`,
 * `24h`, `2w` are ages before now. `option` is for the message.
 * @throws {UsageError}
 */
export const parseTime = (option: string, value: string, now: number): number => {
  const moment = dayOf(value) ?? before(value, now);
  if (moment === undefined) throw new UsageError(`${option} must be a date such as 2026-11-21 or an age such as 7d or 24h, not ${value}`);
  return moment;
};

/** Like `momentOf`, but a date is the end of its day. */
export const parseEndTime = (option: string, value: string, now: number): number => {
  const moment = new Date(parseTime(option, value, now));
  if (dayOf(value) !== undefined) moment.setDate(moment.getDate() + 1);
  return moment.getTime();
};

const dayOf = (value: string): number | undefined => {
  const [, year, month, day] = (/^(\d{4})-(\d{2})-(\d{2})$/.exec(value) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const date = new Date(year, month - 1, day);
  // `new Date` turns February 31 into a day in March.
  return date.getMonth() === month - 1 && date.getDate() === day ? date.getTime() : undefined;
};

const before = (age: string, now: number): number | undefined => {
  const [, count = "", unit = ""] = /^(\d{1,6})([hdw])$/.exec(age) ?? [];
  const length = AGE_UNITS[unit];
  return length === undefined ? undefined : now - Number(count) * length;
};

const DURATION_UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600 };

/**
 * Parses a duration to seconds: `90s`, `10m`, `2h`, `1.5h`; `0` with a unit or without one. `option` is for the
 * message.
 * @throws {UsageError}
 */
export const parseDuration = (option: string, value: string): number => {
  const [, count = "", unit = ""] = /^(\d{1,6}(?:\.\d{1,3})?)([smh])$/.exec(value) ?? [];
  const factor = value === "0" ? 0 : DURATION_UNITS[unit];
  if (factor === undefined) throw new UsageError(`${option} must be a duration such as 90s, 10m or 2h, not ${value}`);
  return Number(count) * factor;
};
