import type { RetryEvent } from "coxswain/session";
import { escapeLine } from "../output/index.ts";

/** That a request is made again, on one line: when, how often yet, and why. */
export const retryLine = ({ attempt, tries, delay, error }: Extract<RetryEvent, { readonly type: "retry_start" }>): string =>
  `Retrying in ${Math.max(1, Math.round(delay / 1000))} s (${attempt} of ${tries}): ${escapeLine(error.message)}`;
