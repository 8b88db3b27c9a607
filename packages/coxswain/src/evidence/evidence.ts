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
  /** A command line that ended. `exitCode`: absent if it did not end itself. */
  | { readonly kind: "ran"; readonly command: string; readonly exitCode?: number | undefined }
  /** Files that changed: absolute paths. */
  | { readonly kind: "changed"; readonly paths: readonly string[] }
  /** Sub-agents began to work. The log has their changes, and not their commands. */
  | { readonly kind: "delegated" }
  /** Commands that the user names as checks, also with more arguments. */
  | { readonly kind: "named"; readonly commands: readonly string[] };

/** Derives which checks ran, how they ended, and what changed since, from facts in their order. */
export const evidenceOf = (facts: Iterable<WorkFact>, read: LineReader): Evidence => {
  const checks = new Map<string, { readonly kind: CheckKind; readonly outcome: CheckOutcome; readonly changed: Set<string> }>();
  const changed = new Set<string>();
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
    if (fact.kind === "changed") {
      for (const set of [changed, ...[...checks.values()].map((check) => check.changed)]) for (const path of fact.paths) set.add(path);
      continue;
    }
    const found = read(fact.command, named);
    for (const check of found) {
      const { kind, command } = check;
      checks.delete(command);
      checks.set(command, { kind, outcome: outcomeOf(check, fact), changed: new Set() });
    }
  }
  return {
    checks: [...checks].map(([command, { kind, outcome, changed: since }]) => ({ kind, command, outcome, changedSince: [...since] })),
    changed: [...changed],
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
