import { ToolError } from "../../loop/index.ts";
import type { Semaphore } from "./places.ts";
import type { TaskResult } from "./work-on.ts";

/** Works when there is a place, and holds it meanwhile. @throws {ToolError} when too many wait for one */
export const withPermit = async (places: Semaphore, signal: AbortSignal, work: () => Promise<TaskResult>): Promise<TaskResult> => {
  const turn = await places.take(signal);
  if (turn.kind === "full") throw new ToolError(FULL);
  if (turn.kind === "aborted") {
    const { reason } = signal;
    return { ending: "aborted", text: `It was stopped before it began${typeof reason === "string" ? `: ${reason}` : "."}` };
  }
  using _ = turn;
  return await work();
};

/** Too many tasks are there already. */
export const FULL = "Too many tasks wait already. Wait for some of them to be done, or do this yourself.";
