import type { Check, CheckOutcome, Evidence } from "./evidence.ts";
import type { CheckKind } from "./check-judge.ts";

const WORDS: Readonly<Record<CheckKind, string>> = { test: "tests", build: "build", types: "type check", lint: "linter", named: "" };

const OUTCOMES: Readonly<Record<CheckOutcome, string>> = { passed: "passed", failed: "failed", unknown: "ran with an unknown result" };

/**
 * Returns one line about the checks of a session, such as `tests passed after the last change`. Separate folders, such as worktrees,
 * have separate clauses. Undefined: nothing was changed and nothing was checked.
 * @param shown formats an absolute path
 */
export const evidenceLine = ({ checks, changed }: Evidence, shown: (path: string) => string): string | undefined => {
  const folders = new Set([undefined, ...checks.map(({ folder }) => folder), ...changed.map(({ folder }) => folder)]);
  const clauses = [...folders].flatMap((folder) =>
    clausesOf(checks.filter(isIn(folder)), { hasChanges: changed.some(isIn(folder)), folder, shown }),
  );
  return clauses.length === 0 ? undefined : clauses.join("; ");
};

const isIn =
  (folder: string | undefined) =>
  (one: { readonly folder?: string }): boolean =>
    one.folder === folder;

interface Clauses {
  readonly hasChanges: boolean;
  readonly folder: string | undefined;
  readonly shown: (path: string) => string;
}

/** Returns the clauses about one folder. */
const clausesOf = (checks: readonly Check[], { hasChanges, folder, shown }: Clauses): readonly string[] => {
  const where = folder === undefined ? "" : ` in ${shown(folder)}`;
  const latest = new Map<string, Check>();
  for (const check of checks) latest.set(nameOf(check), check);
  if (latest.size === 0) return hasChanges ? [`no known check ran after the changes${where}`] : [];
  const since = (check: Check): string => sinceOf(check, hasChanges, shown);
  const lines = [...latest.values()].map(
    (check) => `${nameOf(check)}${check.kind === "named" ? "" : where} ${OUTCOMES[check.outcome]}${since(check)}`,
  );
  // Another command that checks less may have passed since.
  const failed = checks.filter((check) => check.outcome === "failed" && latest.get(nameOf(check))?.outcome === "passed");
  return [...lines, ...failed.slice(-MOST_FAILED).map((check) => `${check.command} failed${since(check)}`)];
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
