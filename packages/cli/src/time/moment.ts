import { UsageError } from "../argv/index.ts";

const HOUR = 60 * 60 * 1000;
const LENGTH: Readonly<Record<string, number>> = { h: HOUR, d: 24 * HOUR, w: 7 * 24 * HOUR };

/**
 * When a day begins, or how long ago something was, in milliseconds since the epoch: `2026-11-21` in local time, or `7d`, `24h`,
 * `2w` before now. `option` is for the message.
 * @throws {UsageError}
 */
export const momentOf = (option: string, given: string, now: number): number => {
  const moment = dayOf(given) ?? before(given, now);
  if (moment === undefined) throw new UsageError(`${option} is a date as 2026-11-21, or an age as 7d or 24h, not ${given}`);
  return moment;
};

/** The same, but after the day when a day is given: that day counts, too. */
export const endOf = (option: string, given: string, now: number): number => {
  const moment = new Date(momentOf(option, given, now));
  if (dayOf(given) !== undefined) moment.setDate(moment.getDate() + 1);
  return moment.getTime();
};

const dayOf = (given: string): number | undefined => {
  const [, year, month, day] = (/^(\d{4})-(\d{2})-(\d{2})$/.exec(given) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const date = new Date(year, month - 1, day);
  // There is no 31st of February, which would be a day in March.
  return date.getMonth() === month - 1 && date.getDate() === day ? date.getTime() : undefined;
};

const before = (given: string, now: number): number | undefined => {
  const [, count = "", unit = ""] = /^(\d{1,6})([hdw])$/.exec(given) ?? [];
  const length = LENGTH[unit];
  return length === undefined ? undefined : now - Number(count) * length;
};
