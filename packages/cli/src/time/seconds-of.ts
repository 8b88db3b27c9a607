import { UsageError } from "../argv/index.ts";

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600 };

/** How long something is, in seconds: `90s`, `10m`, `2h`, `1.5h`. `option` is for the message. @throws {UsageError} */
export const secondsOf = (option: string, given: string): number => {
  const [, count = "", unit = ""] = /^(\d{1,6}(?:\.\d{1,3})?)([smh])$/.exec(given) ?? [];
  const seconds = Number(count) * (SECONDS[unit] ?? 0);
  if (seconds === 0) throw new UsageError(`${option} is a time as 90s, 10m or 2h, not ${given}`);
  return seconds;
};
