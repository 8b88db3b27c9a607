import { toolCalls, type AnyEntry } from "coxswain";
import type { ChangeCause, ChangeSource } from "coxswain/session";
import { callSubject } from "coxswain/view";

/** Characters of a command at most. */
const MOST = 120;

/** Returns a function that names the origin of a change: its calls or commands, an undo or a redo. Not escaped. */
export const causeNames = (entries: Iterable<AnyEntry>): ((cause: ChangeCause) => string) => {
  const subjects = new Map<string, string>();
  const jobs = new Map<string, string>();
  for (const entry of entries) {
    if (entry.type === "job_start") jobs.set(entry.job, entry.command);
    if (entry.type !== "message" || entry.message.role !== "assistant") continue;
    for (const { id, name, input } of toolCalls(entry.message)) subjects.set(id, callSubject(name, input) ?? "");
  }
  const nameOf = (source: ChangeSource): string => {
    if (source.kind === "job") return named("background command", jobs.get(source.job) ?? source.job);
    if (source.kind === "hook") return `${source.event} hook${source.agent === undefined ? "" : " of an agent"}`;
    const { tool, agent, call } = source;
    return agent === undefined ? named(tool, subjects.get(call) ?? "") : `${tool} of an agent`;
  };
  return (cause) => (cause.kind === "work" ? cause.by.map(nameOf).join(", or ") : cause.kind);
};

const named = (kind: string, subject: string): string => {
  const line = subject.trim().split("\n", 1)[0] ?? "";
  return line === "" ? kind : `${kind}: ${line.length > MOST ? `${line.slice(0, MOST)}…` : line}`;
};
