import type { CheckKind } from "./check-judge.ts";
import type { LineCheck, LineReader } from "./line-checks.ts";

/** The result of a check. `unknown`: the exit code of its command line does not depend on it alone, or it was killed or did not start. */
export type CheckOutcome = "passed" | "failed" | "unknown";

/** The last run of a check. */
export interface Check {
  readonly kind: CheckKind;
  /** As it was run, with the folder that its command line went to before: `cd web && npm test`. */
  readonly command: string;
  readonly outcome: CheckOutcome;
  /** Files that have changed since, in the order of their changes: absolute paths. */
  readonly changedSince: readonly string[];
}

/** Facts about the work in a session, derived from its log alone. */
export interface Evidence {
  /** Each command once, in the order of its last run. */
  readonly checks: readonly Check[];
  /** Files that the session changed, in the order of their first change: absolute paths. */
  readonly changed: readonly string[];
  /** True if the commands of sub-agents are unknown: there may have been other checks. */
  readonly isPartial: boolean;
}

/** A fact about the work in a session. */
export type WorkFact =
  /** A command began. `work`: an id that no other running work has. */
  | { readonly kind: "began"; readonly work: string }
  /** A command line that ended. */
  | {
      readonly kind: "ran";
      readonly command: string;
      /** Absent if it did not end itself. */
      readonly exitCode?: number | undefined;
      /** The id with which it began. Absent: nothing is known to have changed while it ran. */
      readonly work?: string;
      /** When it began, in milliseconds since the epoch, if it has no id. */
      readonly startedAt?: number | undefined;
    }
  /** Files that changed: absolute paths. */
  | {
      readonly kind: "changed";
      readonly paths: readonly string[];
      /** The work that may have changed them. Absent: unknown. */
      readonly by?: readonly string[];
      /** Milliseconds since the epoch. */
      readonly at?: number;
    }
  /** Sub-agents began to work. The log has their changes, and not their commands. */
  | { readonly kind: "delegated" }
  /** Commands that the user names as checks, also with more arguments. */
  | { readonly kind: "named"; readonly commands: readonly string[] };

/** Derives which checks ran, how they ended, and what changed since, from facts in their order. */
export const evidenceOf = (facts: Iterable<WorkFact>, read: LineReader): Evidence => {
  const checks = new Map<string, { readonly kind: CheckKind; readonly outcome: CheckOutcome; readonly changed: Set<string> }>();
  const changes: Extract<WorkFact, { kind: "changed" }>[] = [];
  /** Number of changes before each work that runs. */
  const begun = new Map<string, number>();
  const named = new Set<string>();
  let isPartial = false;
  for (const fact of facts) {
    if (fact.kind === "delegated") {
      isPartial = true;
      continue;
    }
    if (fact.kind === "named") {
      for (const command of fact.commands) named.add(command.trim());
      continue;
    }
    if (fact.kind === "began") {
      begun.set(fact.work, changes.length);
      continue;
    }
    if (fact.kind === "changed") {
      changes.push(fact);
      for (const check of checks.values()) for (const path of fact.paths) check.changed.add(path);
      continue;
    }
    const { work, startedAt = Number.POSITIVE_INFINITY } = fact;
    const found = read(fact.command, named);
    if (found.length === 0) continue;
    // Work without a beginning began before all facts, such as in an earlier run.
    const meanwhile = work === undefined ? changes.filter(({ at = 0 }) => at > startedAt) : changes.slice(begun.get(work) ?? 0);
    for (const check of found) {
      const { kind, command, endsChanges } = check;
      // A check may change files itself, such as snapshots.
      const since = meanwhile.filter(({ by }) => !(endsChanges && by?.length === 1 && by[0] === work));
      checks.delete(command);
      checks.set(command, { kind, outcome: outcomeOf(check, fact), changed: new Set(since.flatMap(({ paths }) => paths)) });
    }
  }
  return {
    checks: [...checks].map(([command, { kind, outcome, changed: since }]) => ({ kind, command, outcome, changedSince: [...since] })),
    changed: [...new Set(changes.flatMap(({ paths }) => paths))],
    isPartial,
  };
};

const outcomeOf = ({ provesPass, provesFailure }: LineCheck, { command, exitCode }: Extract<WorkFact, { kind: "ran" }>): CheckOutcome => {
  if (exitCode === undefined) return "unknown";
  if (exitCode === 0) return provesPass ? "passed" : "unknown";
  return provesFailure && !isInterrupted(command, exitCode) ? "failed" : "unknown";
};

/** Exit codes of a shell whose command did not start (126, 127), or was ended by SIGINT, SIGKILL or SIGTERM. */
const NOT_ENDED: ReadonlySet<number> = new Set([126, 127, 130, 137, 143]);

const isInterrupted = (command: string, exitCode: number): boolean =>
  NOT_ENDED.has(exitCode) || (exitCode === 124 && /\btimeout\b/.test(command));
