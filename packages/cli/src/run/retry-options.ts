import type { RetryOptions } from "coxswain/session";
import type { Settings } from "coxswain/settings";

/** Converts the retry settings from seconds to milliseconds. */
export const retryOptions = ({ tries, baseSeconds, capSeconds, budgetSeconds }: NonNullable<Settings["retry"]>): RetryOptions => ({
  ...(tries === undefined ? {} : { tries }),
  ...(baseSeconds === undefined ? {} : { baseMs: baseSeconds * 1000 }),
  ...(capSeconds === undefined ? {} : { capMs: capSeconds * 1000 }),
  ...(budgetSeconds === undefined ? {} : { budgetMs: budgetSeconds * 1000 }),
});
