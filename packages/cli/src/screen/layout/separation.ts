import type { Block } from "coxswain/view";

type Kind = Block["kind"];

/** The steps of one piece of work. */
const STEPS: ReadonlySet<Kind> = new Set(["call", "provider", "reasoning", "notice", "todos", "task", "job"]);

/** Returns true if an empty row separates a block from the one before it. Reasoning begins the next turn. */
export const isSeparate = (previous: Kind | undefined, kind: Kind): boolean =>
  previous !== undefined && (!(STEPS.has(kind) && STEPS.has(previous)) || (kind === "reasoning" && previous !== "reasoning"));
