import { asRecord } from "../base/index.ts";
import { type ChangeSource, type FileChangeEntry, isFileChange, isRestoreStart, unignoredChanges } from "../changes/index.ts";
import type { AnyEntry, JobStartEntry } from "../journal/index.ts";
import { isMessage, type MessageEntry } from "../loop/index.ts";
import { type ToolCallPart, toolCalls, type ToolMessage } from "../model/index.ts";
import { commandSigns } from "./command-signs.ts";
import type { WorkFact } from "./evidence.ts";

/** Work that has begun and not ended, as far as later entries refer to it. */
export interface OpenWork {
  /** Tool calls by id. */
  readonly calls: ReadonlyMap<string, ToolCallPart>;
  /** Background commands by id. */
  readonly jobs: ReadonlyMap<string, JobStartEntry>;
}

export const NO_OPEN_WORK: OpenWork = { calls: new Map(), jobs: new Map() };

/** The fact of an entry, and the open work after it. */
export interface WorkStep {
  readonly open: OpenWork;
  /** Undefined: the entry has none. */
  readonly fact: WorkFact | undefined;
}

/** Yields the facts about work in a log, in log order. `open`: the work before. Default: none. */
export function* workFacts(entries: Iterable<AnyEntry>, open: OpenWork = NO_OPEN_WORK): Generator<WorkFact> {
  let before = open;
  for (const entry of entries) {
    const { open: after, fact } = nextWork(before, entry);
    before = after;
    if (fact !== undefined) yield fact;
  }
}

/**
 * Yields the facts of a run, from all entries of its log: from its beginning to its end, and before that the background commands that
 * ended after the run before it. None: the log does not have the run.
 */
export const runFacts = (entries: readonly AnyEntry[], run: string): Iterable<WorkFact> => {
  const start = entries.findLastIndex((entry) => entry.type === "run_start" && entry.run === run);
  if (start === -1) return [];
  const end = entries.findIndex((entry, at) => at > start && entry.type === "run_end" && entry.run === run);
  const before = entries.findLastIndex((entry, at) => at < start && entry.type === "run_end");
  const own = [
    ...entries.slice(before + 1, start).filter(({ type }) => type === "job_start" || type === "job_end"),
    ...entries.slice(start, end === -1 ? undefined : end),
  ];
  const ends = new Set(own.flatMap((entry) => (entry.type === "job_end" ? [entry.job] : [])));
  const earlier = ends.size === 0 ? [] : entries.slice(0, before + 1);
  const jobs = earlier.flatMap((entry) => (entry.type === "job_start" && ends.has(entry.job) ? [[entry.job, entry] as const] : []));
  return workFacts(own, { calls: new Map(), jobs: new Map(jobs) });
};

/** Reads one entry more. */
export const nextWork = (open: OpenWork, entry: AnyEntry): WorkStep => {
  if (isMessage(entry)) return messageWork(open, entry);
  switch (entry.type) {
    case "tool_start": {
      const { call: id, input } = entry;
      const call = open.calls.get(id);
      // A hook changed the arguments.
      const changed =
        call === undefined || input === undefined ? open : { ...open, calls: new Map(open.calls).set(id, { ...call, input }) };
      return { open: changed, fact: { kind: "began", work: callWork(id) } };
    }
    case "job_start":
      return { open: { ...open, jobs: new Map(open.jobs).set(entry.job, entry) }, fact: { kind: "began", work: jobWork(entry.job) } };
    case "job_end": {
      const { job, exitCode, text } = entry;
      const start = open.jobs.get(job);
      if (start === undefined) return { open, fact: undefined };
      const { command, cwd: folder } = start;
      const jobs = new Map(open.jobs);
      jobs.delete(job);
      const fact = { kind: "ran", command, exitCode: exitCode ?? undefined, work: jobWork(job), folder, ...commandSigns(text) } as const;
      return { open: { ...open, jobs }, fact };
    }
    default:
      return { open, fact: entryFact(entry) };
  }
};

const messageWork = (open: OpenWork, { message }: MessageEntry): WorkStep => {
  if (message.role === "assistant") {
    const made = toolCalls(message);
    const calls = new Map([...open.calls, ...made.map((call) => [call.id, call] as const)]);
    return { open: made.length === 0 ? open : { ...open, calls }, fact: undefined };
  }
  if (message.role !== "tool") return { open, fact: undefined };
  const calls = new Map(open.calls);
  calls.delete(message.callId);
  return { open: { ...open, calls }, fact: callFact(open.calls.get(message.callId), message) };
};

/** A command of a tool call that has ended. */
export interface EndedCommand {
  readonly command: string;
  /** Undefined: it did not end itself. */
  readonly exitCode: number | undefined;
  /** Its output, as far as the model got it. */
  readonly output: string;
}

/** Returns the command that a call ran. Undefined: it ran none. */
export const endedCommand = (call: ToolCallPart | undefined, { name, details, content }: ToolMessage): EndedCommand | undefined => {
  const { command } = asRecord(call?.input);
  const { kind, code } = asRecord(asRecord(details)["end"]);
  if (call === undefined || name !== "bash" || typeof command !== "string") return undefined;
  const output = content.map((part) => (part.type === "text" ? part.text : "")).join("\n");
  return { command, exitCode: kind === "exit" && typeof code === "number" ? code : undefined, output };
};

const callFact = (call: ToolCallPart | undefined, message: ToolMessage): WorkFact | undefined => {
  const ended = endedCommand(call, message);
  if (ended === undefined) return undefined;
  const { command, exitCode, output } = ended;
  return { kind: "ran", command, exitCode, work: callWork(message.callId), ...commandSigns(output) };
};

const callWork = (call: string, agent = ""): string => `call ${agent} ${call}`;

const jobWork = (job: string): string => `job ${job}`;

const workOf = (source: ChangeSource): string => {
  if (source.kind === "job") return jobWork(source.job);
  return source.kind === "call" ? callWork(source.call, source.agent) : `hook ${source.event}`;
};

/** Returns the fact of an entry that stands for itself. */
const entryFact = (entry: AnyEntry): WorkFact | undefined => {
  switch (entry.type) {
    case "agent_command": {
      const { command, exitCode, cwd: folder, startedAt, noTests, noFolder, shellError } = entry;
      const work = callWork(entry.call, entry.agent);
      return { kind: "ran", command, exitCode, work, startedAt, folder, noTests, noFolder, shellError };
    }
    case "shell": {
      const { command, exitCode, startedAt, output } = entry;
      return { kind: "ran", command, exitCode: exitCode ?? undefined, startedAt, ...commandSigns(output) };
    }
    case "run_start": {
      const { verify, checks = [] } = entry.options ?? {};
      const commands = [...(verify?.commands ?? []), ...checks];
      return commands.length === 0 ? undefined : { kind: "named", commands };
    }
    default:
      if (isRestoreStart(entry)) return { kind: "changed", paths: entry.changes.map(({ path }) => path), at: entry.at };
      return isFileChange(entry) ? changeFact(entry) : undefined;
  }
};

const changeFact = ({ changes, by, at, folder }: FileChangeEntry): WorkFact => {
  // Builds and tests create files that git ignores, packages and caches.
  const paths = unignoredChanges({ changes }).map(({ path }) => path);
  return { kind: "changed", paths, by: by.map(workOf), at, folder };
};
