import { type ChildProcess, spawn, type StdioOptions } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import type { Socket } from "node:net";
import { ProcessError } from "../errors.ts";
import type { ProcessEnd, ProcessOutput, ProcessResult, SpawnOptions } from "../process.ts";
import type { Timers } from "../timers.ts";
import { type CommandMark, groupEnding, processGroup } from "./process-group.ts";
import { readBubblewrapStatus } from "./bubblewrap-status.ts";
import { inheritedDescriptors } from "./inherited-descriptors.ts";
import type { OrphanGuard } from "./orphan-guard.ts";
import { captureOutput, type SpillFolder } from "./output-capture.ts";

const TIMEOUT = 120_000;
const KEEP = { head: 15_000, tail: 15_000 };
/**
 * Output is complete after this many milliseconds of silence after the shell's end, or at the latest after this many.
 */
const QUIET = 100;
const QUIET_AT_MOST = 1000;

export interface Command extends SpawnOptions {
  /** Arguments of `/bin/sh`. */
  readonly arguments: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly spill: SpillFolder | undefined;
  readonly timers: Timers;
  /** Commands with running processes, by process group. This command is added, and removed when all of it has ended. */
  readonly groups: Map<number, CommandMark>;
  readonly guard: OrphanGuard;
  /** True if bubblewrap runs the command and reports its status on descriptor 3. */
  readonly status?: boolean;
}

/** @throws {ProcessError} */
export const runCommand = async (command: Command): Promise<ProcessResult> => {
  const { timers, signal, timeout = TIMEOUT, onOutput = () => {}, guard, input } = command;
  if (signal?.aborted) return NOT_STARTED;
  const begin = timers.now();
  const mark = guard.begin();
  const { child, exited, started } = start(command, mark);
  const held = command.status === true ? readBubblewrapStatus(child.stdio[STATUS] as Socket) : undefined;
  const outer = processGroup(await started);
  const group = held?.withNamespace(outer) ?? outer;
  command.groups.set(group.id, mark);
  guard.started(mark, group.id);
  const output = readOutput(child.stdout as Socket, command, onOutput);
  const errors = input === undefined ? undefined : readOutput(child.stderr as Socket, command, () => {});
  if (input !== undefined) writeInput(child.stdin as Socket, input);

  // The namespace already contains daemons. Bubblewrap itself has the mark too, and must not end before its namespace
  // has received the signal.
  const ending = groupEnding(held === undefined ? mark.withDaemons(group) : group, timers);
  const onAbort = () => ending.begin({ kind: "aborted" });
  signal?.addEventListener("abort", onAbort);
  if (signal?.aborted) onAbort();
  const cancelTimeout = timers.after(timeout, () => ending.begin({ kind: "timeout", after: timeout }));

  const exit = await Promise.race([exited, ending.givenUp]);
  cancelTimeout();
  child.stdin?.destroy();
  signal?.removeEventListener("abort", onAbort);
  await ending.finish(Promise.all([output.drained, errors?.drained]).then(() => undefined));
  const [{ open, captured }, errorOutput] = await Promise.all([output.settle(), errors?.settle()]);
  const survives = ending.reason === undefined && group.alive();
  if (!survives) {
    command.groups.delete(group.id);
    guard.ended(mark);
  }
  if (ending.reason === undefined && exit?.signal === null && held?.ran() === false) throw notConfined(captured);
  return {
    end: ending.reason ?? endOf(exit),
    output: captured,
    ...(errorOutput === undefined ? {} : { errors: errorOutput.captured }),
    duration: timers.now() - begin,
    group: group.id,
    background: open || errorOutput?.open === true || survives,
  };
};

/** Descriptor of the status pipe. */
const STATUS = 3;

const NOT_STARTED: ProcessResult = {
  end: { kind: "aborted" },
  output: { head: "", tail: "", omitted: 0, bytes: 0 },
  duration: 0,
  background: false,
};

interface Exit {
  readonly code: number | null;
  readonly signal: string | null;
}

const endOf = (exit: Exit | undefined): ProcessEnd =>
  exit?.signal == null ? { kind: "exit", code: exit?.code ?? 1 } : { kind: "killed", signal: exit.signal };

interface StartedCommand {
  readonly child: ChildProcess;
  readonly exited: Promise<Exit>;
  /** Resolves with the process id. @throws {ProcessError} */
  readonly started: Promise<number>;
}

/** @throws {ProcessError} */
const start = (command: Command, mark: CommandMark): StartedCommand => {
  const fail = (cause: unknown): ProcessError => {
    command.guard.ended(mark);
    return new ProcessError(`Cannot start the command: ${(cause as Error).message}`, { cause });
  };
  try {
    const child = spawnCommand({ ...command, env: { ...command.env, ...mark.env } });
    return {
      child,
      exited: new Promise((resolve) => child.once("exit", (code, by) => resolve({ code, signal: by }))),
      started: new Promise((resolve, reject) => {
        child.once("spawn", () => resolve(child.pid as number));
        child.on("error", (error) => reject(fail(error)));
      }),
    };
  } catch (error) {
    throw fail(error);
  }
};

/** `detached` creates a new session: a process group that can be killed as a whole, without a terminal to prompt on. */
const spawnCommand = ({ arguments: shellArguments, cwd, env, input, status = false }: Command): ChildProcess => {
  const standard = input === undefined ? (["ignore", "pipe", "ignore"] as const) : (["pipe", "pipe", "pipe"] as const);
  const nothing = status ? openSync("/dev/null", "r") : undefined;
  const stdio: StdioOptions = nothing === undefined ? [...standard] : [...standard, "pipe", ...replacements(nothing)];
  try {
    return spawn("/bin/sh", shellArguments, { cwd, env, detached: true, stdio });
  } finally {
    if (nothing !== undefined) closeSync(nothing);
  }
};

/** Replaces each inherited descriptor for a confined command, since Node closes none of them. */
const replacements = (nothing: number): readonly (number | "ignore")[] => {
  const inherited = inheritedDescriptors();
  return Array.from({ length: Math.max(STATUS, ...inherited) - STATUS }, (_, at) =>
    inherited.includes(at + STATUS + 1) ? nothing : "ignore",
  );
};

/** Bubblewrap writes its error where the command's output would be. */
const notConfined = ({ head }: ProcessOutput): ProcessError =>
  new ProcessError(`The command was not run because it could not be sandboxed: ${head.trim().replaceAll("\n", " ") || "bubblewrap ended"}`);

/** A command may end, or close its input, without reading all of it. */
const writeInput = (pipe: Socket, input: string): void => {
  pipe.on("error", () => {});
  pipe.end(input);
};

/**
 * Captures the output from the pipe until `settle`. Later output of processes that still have the pipe open is ignored.
 */
const readOutput = (pipe: Socket, { keep = KEEP, spill, timers, input }: Command, onOutput: (text: string) => void) => {
  const capture = captureOutput(keep, input === undefined ? spill : undefined);
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  let open = true;
  let capturing = true;
  let latest = 0;
  const relay = (text: string) => {
    if (text !== "") onOutput(text);
  };
  pipe.on("data", (chunk: Buffer) => {
    if (!capturing) return;
    latest = timers.now();
    capture.push(chunk);
    relay(decoder.decode(chunk, { stream: true }));
  });
  const drained = new Promise<void>((resolve) =>
    pipe.once("close", () => {
      open = false;
      resolve();
    }),
  );
  return {
    drained,
    async settle() {
      const begin = timers.now();
      const silent = () => Math.min(Math.max(begin, latest) + QUIET, begin + QUIET_AT_MOST) - timers.now();
      for (let rest = QUIET; open && rest > 0; rest = silent()) {
        await orAfter(rest, drained, timers);
        // Reads everything already in the pipe before measuring the silence.
        await new Promise((resolve) => setImmediate(resolve));
      }
      capturing = false;
      relay(decoder.decode());
      pipe.unref();
      return { open, captured: capture.finish() };
    },
  };
};

const orAfter = async (milliseconds: number, event: Promise<void>, timers: Timers): Promise<void> => {
  const passed = Promise.withResolvers<void>();
  const cancel = timers.after(milliseconds, passed.resolve);
  await Promise.race([event, passed.promise]);
  cancel();
};
