import type { AnyEntry } from "coxswain";
import { nextWork, NO_OPEN_WORK, type OpenWork, type WorkFact } from "coxswain/session";

/** The work of one run, as `runFacts` of the log has it. */
export interface RunWork {
  readonly facts: readonly WorkFact[];
  readonly open: OpenWork;
  /** `ended`: the next entry begins the work of the next run. */
  readonly state: "between" | "running" | "ended";
}

export const NO_WORK: RunWork = { facts: [], open: NO_OPEN_WORK, state: "between" };

/** Adds an entry of the session's own log. */
export const withWork = (before: RunWork, entry: AnyEntry): RunWork => {
  const { open, fact } = nextWork(before.open, entry);
  const state = before.state === "ended" ? "between" : before.state;
  const facts = before.state === "ended" ? [] : before.facts;
  const isBackground = entry.type === "job_start" || entry.type === "job_end";
  const next = nextState(entry, state);
  const isOfRun = state === "running" || next === "running" || isBackground;
  return { facts: fact === undefined || !isOfRun ? facts : [...facts, fact], open, state: next };
};

const nextState = (entry: AnyEntry, state: RunWork["state"]): RunWork["state"] => {
  if (entry.type === "run_end") return "ended";
  // A reader may have missed the beginning of a run.
  const isOfRun = entry.type === "run_start" || entry.type === "run_resume" || (entry.type === "message" && entry.run !== undefined);
  return isOfRun ? "running" : state;
};
