import { UsageError } from "../argv/index.ts";

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600 };

/** Parses a duration to seconds: `90s`, `10m`, `2h`, `1.5h`; `0` with a unit or without one. `option` is for the message. @throws {UsageError} */
export const secondsOf = (option: string, given: string): number => {
  const [, count = "", unit = ""] = /^(\d{1,6}(?:\.\d{1,3})?)([smh])$/.exec(given) ?? [];
  const factor = given === "0" ? 0 : SECONDS[unit];
  if (factor === undefined) throw new UsageError(`${option} must be a duration such as 90s, 10m or 2h, not ${given}`);
  return Number(count) * factor;
};
