import { systemObject } from "./system-object.ts";
import type { RetryEvent } from "coxswain/session";

/** A retry of a request, in Claude Code's format. */
export const retryObject = ({ attempt, tries, delay, error }: Extract<RetryEvent, { readonly type: "retry_start" }>): object =>
  systemObject("api_retry", {
    attempt,
    max_retries: tries,
    retry_delay_ms: delay,
    error_status: error.status ?? null,
    error: kindOf(error.status),
    message: error.message,
  });

const kindOf = (status: number | undefined): string => {
  if (status === 429) return "rate_limit";
  return status !== undefined && status >= 500 ? "server_error" : "unknown";
};
