import type { Check, CheckOutcome, Evidence } from "./evidence.ts";
import type { CheckKind } from "./check-judge.ts";

const WORDS: Readonly<Record<CheckKind, string>> = { test: "tests", build: "build", types: "type check", lint: "linter", named: "" };

const OUTCOMES: Readonly<Record<CheckOutcome, string>> = { passed: "passed", failed: "failed", unknown: "ran with an unknown result" };

/**
 * Returns one line about the checks of a session, such as `tests passed after the last change`. Undefined: nothing was changed and
 * nothing was checked, as far as the facts show.
 * @param shown formats an absolute path
 */
export const evidenceLine = ({ checks, changed, isPartial }: Evidence, shown: (path: string) => string): string | undefined => {
  const latest = new Map<string, Check>();
  for (const check of checks) latest.set(nameOf(check), check);
  if (latest.size === 0) return changed.length === 0 || isPartial ? undefined : "no known check ran after the changes";
  const since = (check: Check): string => sinceOf(check, changed.length > 0, shown);
  const lines = [...latest.values()].map((check) => `${nameOf(check)} ${OUTCOMES[check.outcome]}${since(check)}`);
  // Another command that checks less may have passed since.
  const failed = checks.filter((check) => check.outcome === "failed" && latest.get(nameOf(check))?.outcome === "passed");
  return [...lines, ...failed.slice(-MOST_FAILED).map((check) => `${check.command} failed${since(check)}`)].join("; ");
};

/** Failed commands that are shown besides a later check of their kind that passed. */
const MOST_FAILED = 2;

const nameOf = ({ kind, command }: Check): string => (kind === "named" ? command : WORDS[kind]);

const sinceOf = ({ changedSince }: Check, hasChanges: boolean, shown: (path: string) => string): string => {
  const [first, ...others] = changedSince;
  if (first === undefined) return hasChanges ? " after the last change" : "";
  const more = others.length === 0 ? "" : ` and ${others.length} more`;
  return `, and not run since ${shown(first)}${more} changed`;
};
