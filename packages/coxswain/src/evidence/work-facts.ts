import { asRecord } from "../base/index.ts";
import { type ChangeSource, isFileChange, isRestoreStart } from "../changes/index.ts";
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
    if (entry.type === "tool_start" && entry.input !== undefined) {
      // A hook changed the arguments.
      const call = calls.get(entry.call);
      if (call !== undefined) calls.set(entry.call, { ...call, input: entry.input });
    }
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

/**
 * Returns the fact of a call that has ended. Undefined: it ran no command.
 * @param agent session id of the sub-agent that made it
 */
export const callFact = (call: ToolCallPart | undefined, { name, details }: ToolMessage, agent?: string): WorkFact | undefined => {
  const { command } = asRecord(call?.input);
  const { kind, code } = asRecord(asRecord(details)["end"]);
  if (call === undefined || name !== "bash" || typeof command !== "string") return undefined;
  return { kind: "ran", command, exitCode: kind === "exit" && typeof code === "number" ? code : undefined, work: callWork(call.id, agent) };
};

/** Returns the fact of a call that begins. `agent`: as above. */
export const callStart = (call: string, agent?: string): WorkFact => ({ kind: "began", work: callWork(call, agent) });

const callWork = (call: string, agent = ""): string => `call ${agent} ${call}`;

const jobWork = (job: string): string => `job ${job}`;

const workOf = (source: ChangeSource): string => {
  if (source.kind === "job") return jobWork(source.job);
  return source.kind === "call" ? callWork(source.call, source.agent) : `hook ${source.event}`;
};

/**
 * Returns the fact of an entry that is not a message.
 * @param commandOf returns the command line of a background command
 */
export const entryFact = (entry: AnyEntry, commandOf: (job: string) => string | undefined): WorkFact | undefined => {
  if (entry.type === "tool_start") return callStart(entry.call);
  if (entry.type === "job_start") return { kind: "began", work: jobWork(entry.job) };
  if (entry.type === "job_end")
    return { kind: "ran", command: commandOf(entry.job) ?? "", exitCode: entry.exitCode ?? undefined, work: jobWork(entry.job) };
  if (entry.type === "shell") {
    const { command, exitCode, startedAt } = entry;
    return { kind: "ran", command, exitCode: exitCode ?? undefined, startedAt };
  }
  if (entry.type === "run_start") {
    const { verify, checks = [] } = entry.options ?? {};
    const commands = [...(verify?.commands ?? []), ...checks];
    return commands.length === 0 ? undefined : { kind: "named", commands };
  }
  if (isRestoreStart(entry)) return { kind: "changed", paths: entry.changes.map(({ path }) => path), at: entry.at };
  if (!isFileChange(entry)) return undefined;
  // Files that git ignores are the results of builds and tests.
  const isIgnored = (version: (typeof entry.changes)[number]["after"]): boolean =>
    version?.kind === "file" && version.omitted === "ignored";
  return {
    kind: "changed",
    paths: entry.changes.filter(({ before, after }) => !isIgnored(before) && !isIgnored(after)).map(({ path }) => path),
    by: entry.by.map(workOf),
    at: entry.at,
  };
};
