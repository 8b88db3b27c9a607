import type { Outcome } from "../loop/index.ts";
import type { Run } from "../session/index.ts";

/** Returns a run's outcome. Aborts the run with the signal. */
export const outcomeUntil = async (run: Run, signal: AbortSignal | undefined): Promise<Outcome> => {
  if (signal === undefined) return run.outcome;
  const abort = (): void => run.abort();
  if (signal.aborted) abort();
  signal.addEventListener("abort", abort, { once: true });
  try {
    return await run.outcome;
  } finally {
    signal.removeEventListener("abort", abort);
  }
};
