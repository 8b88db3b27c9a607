import type { Settings } from "coxswain/settings";
import { type OptionValues, UsageError } from "../argv/index.ts";
import type { SETTING_OPTIONS } from "../commands/index.ts";
import { secondsOf } from "../time/index.ts";

type BudgetValues = Pick<OptionValues<typeof SETTING_OPTIONS>, "max-budget-usd" | "max-time">;

/** Parses the budget options of the command line. @throws {UsageError} */
export const budgetFlags = ({ "max-budget-usd": usd, "max-time": time }: BudgetValues): Pick<Settings, "budget"> => {
  const budget = {
    ...(usd === undefined ? {} : { usd: dollarsOf("--max-budget-usd", usd) }),
    ...(time === undefined ? {} : { seconds: secondsOf("--max-time", time) }),
  };
  return Object.keys(budget).length === 0 ? {} : { budget };
};

const dollarsOf = (option: string, given: string): number => {
  if (!/^\d{1,9}(\.\d{1,9})?$/.test(given)) throw new UsageError(`${option} must be an amount in USD such as 2 or 0.50, not ${given}`);
  return Number(given);
};
