import { type ChildProcessByStdio, spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { ProcessError } from "../errors.ts";
import { systemTimers, type Timers } from "../timers.ts";
import type { OrphanGuardLoader } from "./load-orphan-guard.ts";
import { processGroup } from "./process-group.ts";

export interface ServiceOptions {
  /** A program on `PATH` of `env`, or a path. No shell interprets it. */
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** The whole environment. */
  readonly env: Readonly<Record<string, string>>;
  /** Ends the service when this process is killed. */
  readonly guard: OrphanGuardLoader;
  readonly timers?: Timers;
}

/** Exit code, or the signal that killed the process. */
export interface ServiceExit {
  readonly code: number | null;
  readonly signal: string | null;
}

/** A long-running child process that speaks a protocol over its standard streams. */
export interface ServiceProcess {
  readonly pid: number;
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly exited: Promise<ServiceExit>;
  /** Returns the end of standard error: at most 4,096 bytes, from the start of a line if it has more than one. */
  readonly errors: () => string;
  /**
   * Ends the process with everything that it started: closes its standard input, then SIGTERM, then SIGKILL. Called
   * automatically when the process exits. Resolves when all have ended.
   */
  readonly end: () => Promise<void>;
}

/** Bytes of standard error that are retained. */
const ERRORS_TAIL = 4096;

/**
 * Milliseconds until SIGTERM after standard input was closed, from SIGTERM to SIGKILL, and for its output after its
 * end.
 */
const GRACE = { input: 500, term: 1500, output: 200 };

/** Starts a service in its own process group. @throws {ProcessError} the program cannot be started */
export const startService = async ({ command, args, cwd, env, guard, timers = systemTimers }: ServiceOptions): Promise<ServiceProcess> => {
  const orphans = await guard();
  const mark = orphans.begin();
  const fail = (cause: unknown): ProcessError => {
    orphans.ended(mark);
    return new ProcessError(`Cannot start ${command}: ${startFailure(cause, cwd)}`, { cause });
  };
  const child = await spawned(command, args, cwd, { ...env, ...mark.env }).catch((error: unknown) => {
    throw fail(error);
  });
  const group = mark.withDaemons(processGroup(child.pid as number));
  orphans.started(mark, group.id);

  const exited = new Promise<ServiceExit>((resolve) => child.once("exit", (code, signal) => resolve({ code, signal })));
  const drained = new Promise<void>((resolve) => child.once("close", () => resolve()));
  // Writing to a process that has ended is reported by its exit.
  child.stdin.on("error", () => {});
  const within = (milliseconds: number, promise: Promise<unknown>): Promise<void> => {
    const { promise: over, resolve } = Promise.withResolvers<void>();
    const cancel = timers.after(milliseconds, resolve);
    void promise.then(() => resolve());
    return over.finally(cancel);
  };

  let ending: Promise<void> | undefined;
  const endAll = async (): Promise<void> => {
    child.stdin.end();
    await within(GRACE.input, exited);
    group.kill("SIGTERM");
    await within(GRACE.term, group.alive() ? drained : exited);
    group.kill("SIGKILL");
    await exited;
    orphans.ended(mark);
    // Its last output may still be read.
    await within(GRACE.output, drained);
    child.stdout.destroy();
    child.stderr.destroy();
  };
  const end = (): Promise<void> => (ending ??= endAll());
  void exited.then(end);

  return { pid: group.id, stdin: child.stdin, stdout: child.stdout, exited, errors: tailOf(child.stderr), end };
};

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

const spawned = (command: string, args: readonly string[], cwd: string, env: Record<string, string>): Promise<Child> =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, detached: true, stdio: ["pipe", "pipe", "pipe"] });
    child.on("error", reject);
    child.once("spawn", () => resolve(child));
  });

const startFailure = (cause: unknown, cwd: string): string => {
  const { code, message } = cause as NodeJS.ErrnoException;
  if (code === "ENOENT") return `the program was not found, or the folder ${cwd} does not exist`;
  return code === "EACCES" ? "it is not executable" : message;
};

/** Drains a stream, so that the process never waits for it, and returns its end. */
const tailOf = (stream: Readable): (() => string) => {
  let tail = Buffer.alloc(0);
  stream.on("data", (data: Buffer) => {
    tail = Buffer.concat([tail, data.subarray(-ERRORS_TAIL)]).subarray(-ERRORS_TAIL);
  });
  stream.on("error", () => {});
  return () => tail.subarray(tail.length < ERRORS_TAIL ? 0 : tail.indexOf(0x0a) + 1).toString("utf8");
};
