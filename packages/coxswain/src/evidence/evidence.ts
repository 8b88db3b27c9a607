import { isAbsolute, relative, resolve, sep } from "node:path";
import type { CheckKind } from "./check-judge.ts";
import type { CommandSigns } from "./command-signs.ts";
import type { LineCheck, LineReader } from "./line-checks.ts";

/** The result of a check. `unknown`: the exit code of its command line does not prove it, it ran no test, was killed, or did not start. */
export type CheckOutcome = "passed" | "failed" | "unknown";

/** The last run of a check. */
export interface Check {
  readonly kind: CheckKind;
  /** As it was run, with the folder that it ran in: `cd web && npm test`. */
  readonly command: string;
  readonly outcome: CheckOutcome;
  /** Files that have changed since, in the order of their changes: absolute paths. */
  readonly changedSince: readonly string[];
  /** The separate folder that it checked, such as the worktree of a sub-agent: an absolute path. Absent: the session's. */
  readonly folder?: string;
}

/** A file that a session changed. */
export interface ChangedPath {
  /** Absolute. */
  readonly path: string;
  /** As in a check. */
  readonly folder?: string;
}

/** Facts about the work in a session, derived from its log alone. */
export interface Evidence {
  /** Each command once, in the order of its last run. */
  readonly checks: readonly Check[];
  /** Files that the session changed, in the order of their first change. */
  readonly changed: readonly ChangedPath[];
}

/** A fact about the work in a session. */
export type WorkFact =
  /** A command began. `work`: an id that no other running work has. */
  | { readonly kind: "began"; readonly work: string }
  | RanFact
  | ChangedFact
  /** Commands that the user names as checks, also with more arguments. */
  | { readonly kind: "named"; readonly commands: readonly string[] };

/** A command line that ended. */
export interface RanFact extends CommandSigns {
  readonly kind: "ran";
  readonly command: string;
  /** Absent if it did not end itself. */
  readonly exitCode?: number | undefined;
  /** The id with which it began, and with which it changed files. Absent: nothing is known to have changed while it ran. */
  readonly work?: string;
  /** When it began, in milliseconds since the epoch. Absent: at the fact `began`, or before all facts. */
  readonly startedAt?: number | undefined;
  /** The folder in which it ran, absolute. Absent: the session's. */
  readonly folder?: string;
}

/** Files that changed. */
export interface ChangedFact {
  readonly kind: "changed";
  /** Absolute. */
  readonly paths: readonly string[];
  /** The work that may have changed them. Absent: unknown. */
  readonly by?: readonly string[];
  /** Milliseconds since the epoch. */
  readonly at?: number;
  /** The folder of that work, absolute. Absent: unknown. */
  readonly folder?: string;
}

/**
 * Derives which checks ran, how they ended, and what changed since, from facts in their order. A check counts for the files of one
 * folder only: the session's, or a separate one such as the worktree of a sub-agent.
 * @param folder the session's folder, absolute
 */
export const evidenceOf = (facts: Iterable<WorkFact>, read: LineReader, folder: string): Evidence => {
  const all = [...facts];
  const placeOf = placesOf(all, folder);
  const checks = new Map<string, Omit<Check, "changedSince"> & { readonly changed: Set<string> }>();
  const changes: ChangedFact[] = [];
  /** Number of changes before each work that runs. */
  const begun = new Map<string, number>();
  const named = new Set<string>();
  for (const fact of all) {
    switch (fact.kind) {
      case "named":
        for (const command of fact.commands) named.add(command.trim());
        break;
      case "began":
        begun.set(fact.work, changes.length);
        break;
      case "changed":
        changes.push(fact);
        for (const path of fact.paths) {
          const place = placeOf(path);
          for (const check of checks.values()) if (check.folder === place) check.changed.add(path);
        }
        break;
      case "ran": {
        const meanwhile = changesDuring(fact, changes, begun);
        for (const check of read(fact.command, named)) {
          const there = folderOf(check, fact.folder ?? folder);
          const place = placeOf(there);
          const command = commandIn(check.command, there, { place, folder });
          // A check may change files itself, such as snapshots.
          const since = meanwhile.filter(({ by }) => !(check.endsChanges && by?.length === 1 && by[0] === fact.work));
          const changed = new Set(since.flatMap(({ paths }) => paths).filter((path) => placeOf(path) === place));
          checks.delete(command);
          checks.set(command, { kind: check.kind, command, outcome: outcomeOf(check, fact), changed, ...inFolder(place) });
        }
      }
    }
  }
  const paths = new Set(changes.flatMap((change) => change.paths));
  return {
    checks: [...checks.values()].map(({ changed, ...check }) => ({ ...check, changedSince: [...changed] })),
    changed: [...paths].map((path) => ({ path, ...inFolder(placeOf(path)) })),
  };
};

/** A separate folder. Undefined: the session's. */
type Place = string | undefined;

const inFolder = (place: Place): { readonly folder?: string } => (place === undefined ? {} : { folder: place });

/** Returns the changes that other work may have made while a command ran, or that the command made. */
const changesDuring = ({ work, startedAt }: RanFact, changes: readonly ChangedFact[], begun: ReadonlyMap<string, number>) => {
  const began = work === undefined ? undefined : begun.get(work);
  if (began !== undefined) return changes.slice(began);
  if (startedAt !== undefined) return changes.filter(({ at = 0 }) => at >= startedAt);
  // Work without a beginning began before all facts, such as in an earlier run.
  return work === undefined ? [] : changes;
};

/** Returns a function that finds the folder of a path: the outermost one in which work ran. */
const placesOf = (facts: readonly WorkFact[], folder: string): ((path: string) => Place) => {
  const folders = [...new Set([folder, ...facts.flatMap((fact) => ("folder" in fact ? (fact.folder ?? []) : []))])];
  const outermost = folders.filter((one) => !folders.some((other) => other !== one && isWithin(one, other)));
  const found = new Map<string, Place>();
  return (path) => {
    if (!found.has(path)) {
      const place = outermost.find((one) => isWithin(path, one)) ?? path;
      // A folder around the session's counts as the session's: tests of a repository check its packages.
      found.set(path, isWithin(folder, place) ? undefined : place);
    }
    return found.get(path);
  };
};

const isWithin = (path: string, folder: string): boolean => {
  const within = relative(folder, path);
  return within !== ".." && !within.startsWith(`..${sep}`) && !isAbsolute(within);
};

/** Returns the folder in which a check ran. The path of a home folder remains unresolved. */
const folderOf = ({ folder }: LineCheck, from: string): string => (/^~(?:\/|$)/.test(folder) ? folder : resolve(from, folder));

const commandIn = (command: string, there: string, { place, folder }: { readonly place: Place; readonly folder: string }): string => {
  const shown = place === undefined ? relative(folder, there) : there;
  return shown === "" ? command : `cd ${shown} && ${command}`;
};

const outcomeOf = ({ kind, provesPass, provesFailure }: LineCheck, fact: RanFact): CheckOutcome => {
  const { command, exitCode, noTests = false, noFolder = false, shellError = false } = fact;
  if (exitCode === undefined || noFolder || (noTests && (kind === "test" || kind === "named"))) return "unknown";
  if (exitCode === 0) return provesPass ? "passed" : "unknown";
  return provesFailure && !shellError && !isInterrupted(command, exitCode) ? "failed" : "unknown";
};

/** Exit codes of a shell whose command did not start (126, 127), or was ended by SIGINT, SIGKILL, SIGPIPE or SIGTERM. */
const NOT_ENDED: ReadonlySet<number> = new Set([126, 127, 130, 137, 141, 143]);

const isInterrupted = (command: string, exitCode: number): boolean =>
  NOT_ENDED.has(exitCode) || (exitCode === 124 && /\btimeout\b/.test(command));
