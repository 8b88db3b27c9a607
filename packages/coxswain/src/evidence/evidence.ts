import { asRecord } from "../base/index.ts";
import { type FileChangeEntry, isFileChange, isRestoreStart } from "../changes/index.ts";
import type { AnyEntry } from "../journal/index.ts";
import { isMessage } from "../loop/index.ts";
import { toolCalls, type ToolMessage } from "../model/index.ts";
import type { CheckKind } from "./check-kind.ts";
import type { LineReader } from "./line-checks.ts";

/** The result of a check. `unknown`: the exit code of its command line does not depend on it alone, or the command was killed. */
export type CheckOutcome = "passed" | "failed" | "unknown";

/** The last run of a check. */
export interface Check {
  readonly kind: CheckKind;
  /** As it was run. */
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
}

/**
 * Derives which checks ran, how they ended, and what changed since.
 * @param entries in log order
 */
export const evidenceOf = (entries: Iterable<AnyEntry>, read: LineReader): Evidence => {
  const commands = new Map<string, string>();
  const jobs = new Map<string, string>();
  const checks = new Map<string, { readonly kind: CheckKind; readonly outcome: CheckOutcome; readonly changed: Set<string> }>();
  const changed = new Set<string>();
  const ran = (line: string, exitCode: number | undefined): void => {
    const found = read(line);
    // If several checks decide together, any of them may have failed.
    const isClear = exitCode === 0 || found.filter(({ isDeciding }) => isDeciding).length === 1;
    for (const { kind, command, isDeciding } of found) {
      checks.delete(command);
      checks.set(command, { kind, outcome: isDeciding && isClear ? outcomeOf(exitCode) : "unknown", changed: new Set() });
    }
  };
  const change = (paths: readonly string[]): void => {
    for (const path of paths) {
      changed.add(path);
      for (const check of checks.values()) check.changed.add(path);
    }
  };
  for (const entry of entries) {
    if (isMessage(entry)) {
      const { message } = entry;
      if (message.role === "assistant") for (const { id, input } of toolCalls(message)) commands.set(id, commandOf(input));
      else if (message.role === "tool" && message.name === "bash") ran(commands.get(message.callId) ?? "", exitCodeOf(message));
    } else if (entry.type === "job_start") jobs.set(entry.job, entry.command);
    else if (entry.type === "job_end") ran(jobs.get(entry.job) ?? "", entry.exitCode ?? undefined);
    else if (entry.type === "shell") ran(entry.command, entry.exitCode ?? undefined);
    else if (isFileChange(entry)) change(watchedPaths(entry));
    else if (isRestoreStart(entry)) change(entry.changes.map(({ path }) => path));
  }
  return {
    checks: [...checks].map(([command, { kind, outcome, changed: since }]) => ({ kind, command, outcome, changedSince: [...since] })),
    changed: [...changed],
  };
};

const commandOf = (input: unknown): string => {
  const { command } = asRecord(input);
  return typeof command === "string" ? command : "";
};

/** Files that git ignores are what builds and tests leave behind. */
const watchedPaths = ({ changes }: FileChangeEntry): readonly string[] =>
  changes
    .filter(({ after, before }) => ![after, before].some((version) => version?.kind === "file" && version.omitted === "ignored"))
    .map(({ path }) => path);

const outcomeOf = (exitCode: number | undefined): CheckOutcome =>
  exitCode === undefined ? "unknown" : exitCode === 0 ? "passed" : "failed";

/** Undefined: the command did not run to its own end. */
const exitCodeOf = ({ details }: ToolMessage): number | undefined => {
  const { kind, code } = asRecord(asRecord(details)["end"]);
  return kind === "exit" && typeof code === "number" ? code : undefined;
};
