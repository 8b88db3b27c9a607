import type { RetryOptions, Settings } from "coxswain";

/** What a person set in seconds, in milliseconds. */
export const retryOptions = ({ tries, baseSeconds, capSeconds, budgetSeconds }: NonNullable<Settings["retry"]>): RetryOptions => ({
  ...(tries === undefined ? {} : { tries }),
  ...(baseSeconds === undefined ? {} : { baseMs: baseSeconds * 1000 }),
  ...(capSeconds === undefined ? {} : { capMs: capSeconds * 1000 }),
  ...(budgetSeconds === undefined ? {} : { budgetMs: budgetSeconds * 1000 }),
});
