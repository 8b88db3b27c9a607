import type { StopCondition } from "../loop/index.ts";

/** Ends a run that would go on after its `max`th turn. 0: never. */
export const turnCap =
  (max: number): StopCondition =>
  () =>
  ({ turn }) =>
    max > 0 && turn >= max ? { name: "turns", message: `The run reached its limit of ${max} turns.` } : undefined;
