import type { RetryEvent } from "coxswain/session";
import { escapeLine } from "../output/index.ts";

/** Formats a retry as one line with the delay, the attempt and the reason. */
export const retryLine = ({ attempt, tries, delay, error }: Extract<RetryEvent, { readonly type: "retry_start" }>): string =>
  `Retrying in ${Math.max(1, Math.round(delay / 1000))} s (${attempt} of ${tries}): ${escapeLine(error.message)}`;
