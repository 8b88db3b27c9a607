import { asRecord } from "../base/index.ts";
import { isFileChange, isRestoreStart } from "../changes/index.ts";
import type { AnyEntry } from "../journal/index.ts";
import { isMessage } from "../loop/index.ts";
import { type ToolCallPart, toolCalls, type ToolMessage } from "../model/index.ts";
import type { WorkFact } from "./evidence.ts";

/** Yields the facts about work in a log, in log order. */
export function* workFacts(entries: Iterable<AnyEntry>): Generator<WorkFact> {
  const calls = new Map<string, ToolCallPart>();
  const jobs = new Map<string, string>();
  for (const entry of entries) {
    if (entry.type === "agent_start") yield { kind: "delegated" };
    if (entry.type === "job_start") jobs.set(entry.job, entry.command);
    if (!isMessage(entry)) {
      const fact = entryFact(entry, (job) => jobs.get(job));
      if (fact !== undefined) yield fact;
    } else if (entry.message.role === "assistant") for (const call of toolCalls(entry.message)) calls.set(call.id, call);
    else if (entry.message.role === "tool") {
      const fact = callFact(calls.get(entry.message.callId), entry.message);
      if (fact !== undefined) yield fact;
    }
  }
}

/** Returns the fact of a call that has ended. Undefined: it ran no command. */
export const callFact = (call: ToolCallPart | undefined, { name, details }: ToolMessage): WorkFact | undefined => {
  const { command } = asRecord(call?.input);
  const { kind, code } = asRecord(asRecord(details)["end"]);
  if (name !== "bash" || typeof command !== "string") return undefined;
  return { kind: "ran", command, exitCode: kind === "exit" && typeof code === "number" ? code : undefined };
};

/**
 * Returns the fact of an entry that is not a message.
 * @param commandOf returns the command line of a background command
 */
export const entryFact = (entry: AnyEntry, commandOf: (job: string) => string | undefined): WorkFact | undefined => {
  if (entry.type === "job_end") return { kind: "ran", command: commandOf(entry.job) ?? "", exitCode: entry.exitCode ?? undefined };
  if (entry.type === "shell") return { kind: "ran", command: entry.command, exitCode: entry.exitCode ?? undefined };
  if (entry.type === "run_start") {
    const { verify, checks = [] } = entry.options ?? {};
    const commands = [...(verify?.commands ?? []), ...checks];
    return commands.length === 0 ? undefined : { kind: "named", commands };
  }
  if (isRestoreStart(entry)) return { kind: "changed", paths: entry.changes.map(({ path }) => path) };
  if (!isFileChange(entry)) return undefined;
  // Files that git ignores are the results of builds and tests.
  const isIgnored = (version: (typeof entry.changes)[number]["after"]): boolean =>
    version?.kind === "file" && version.omitted === "ignored";
  return {
    kind: "changed",
    paths: entry.changes.filter(({ before, after }) => !isIgnored(before) && !isIgnored(after)).map(({ path }) => path),
  };
};
