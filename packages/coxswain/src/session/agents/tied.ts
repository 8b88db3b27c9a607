import { RunEnding } from "../../loop/index.ts";
import type { LiveRun } from "../runs/index.ts";

/** A run of an agent's ends when what the agent works for does, and as that does: until it is let go of. */
export const abortWithParent = (live: LiveRun, to: AbortSignal): Disposable => {
  const end = (): void => {
    const { reason } = to;
    if (reason instanceof RunEnding && reason.outcome.kind === "limit") live.limit(reason.outcome.limit);
    else live.abort(typeof reason === "string" ? reason : undefined);
  };
  if (to.aborted) end();
  else to.addEventListener("abort", end, { once: true });
  return { [Symbol.dispose]: () => to.removeEventListener("abort", end) };
};
