import { UsageError } from "../argv/index.ts";

const HOUR = 60 * 60 * 1000;
const LENGTH: Readonly<Record<string, number>> = { h: HOUR, d: 24 * HOUR, w: 7 * 24 * HOUR };

/**
 * Parses a date or an age to milliseconds since the epoch: `2026-11-21` is the start of the day in local time; `7d`, `24h`, `2w`
 * are ages before now. `option` is for the message.
 * @throws {UsageError}
 */
export const momentOf = (option: string, given: string, now: number): number => {
  const moment = dayOf(given) ?? before(given, now);
  if (moment === undefined) throw new UsageError(`${option} must be a date such as 2026-11-21 or an age such as 7d or 24h, not ${given}`);
  return moment;
};

/** Like `momentOf`, but a date is the end of its day. */
export const endOf = (option: string, given: string, now: number): number => {
  const moment = new Date(momentOf(option, given, now));
  if (dayOf(given) !== undefined) moment.setDate(moment.getDate() + 1);
  return moment.getTime();
};

const dayOf = (given: string): number | undefined => {
  const [, year, month, day] = (/^(\d{4})-(\d{2})-(\d{2})$/.exec(given) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const date = new Date(year, month - 1, day);
  // `new Date` turns February 31 into a day in March.
  return date.getMonth() === month - 1 && date.getDate() === day ? date.getTime() : undefined;
};

const before = (given: string, now: number): number | undefined => {
  const [, count = "", unit = ""] = /^(\d{1,6})([hdw])$/.exec(given) ?? [];
  const length = LENGTH[unit];
  return length === undefined ? undefined : now - Number(count) * length;
};
