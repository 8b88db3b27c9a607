import { type ChildProcess, spawn, type StdioOptions } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import type { Socket } from "node:net";
import { ProcessError } from "../errors.ts";
import { FILTER, WAITING, type WaitingShell, waitingShell } from "../sandbox/index.ts";
import { type BubblewrapStatus, readBubblewrapStatus } from "./bubblewrap-status.ts";
import { inheritedDescriptors } from "./inherited-descriptors.ts";
import type { OrphanGuard } from "./orphan-guard.ts";
import type { CommandMark } from "./process-group.ts";

export interface CommandStart {
  /** Arguments of `/bin/sh`. */
  readonly arguments: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Standard input. It separates standard error. Default: none. */
  readonly input?: string | undefined;
  readonly guard: OrphanGuard;
  /** True if bubblewrap runs a waiting shell, and reports its status on descriptor 3. */
  readonly confined?: boolean;
  /** For bubblewrap: path of the file that it reads from descriptor `FILTER`. Default: none. */
  readonly filter?: string | undefined;
}

export interface CommandProcess {
  readonly child: ChildProcess;
  readonly mark: CommandMark;
  readonly exited: Promise<CommandExit>;
  /** Resolves with the process id. @throws {ProcessError} */
  readonly started: Promise<number>;
  readonly sandbox?: SandboxProcess;
}

export interface SandboxProcess {
  readonly status: BubblewrapStatus;
  readonly shell: WaitingShell;
}

export interface CommandExit {
  readonly code: number | null;
  readonly signal: string | null;
}

/** Starts the process of a command; a confined one waits for its order. @throws {ProcessError} */
export const startCommand = (order: CommandStart): CommandProcess => {
  const mark = order.guard.begin();
  const fail = (cause: unknown): ProcessError => {
    order.guard.ended(mark);
    return new ProcessError(`Cannot start the command: ${(cause as Error).message}`, { cause });
  };
  try {
    const child = spawnCommand({ ...order, env: { ...order.env, ...mark.env } });
    const exited = new Promise<CommandExit>((resolve) => child.once("exit", (code, by) => resolve({ code, signal: by })));
    const started = new Promise<number>((resolve, reject) => {
      child.once("spawn", () => resolve(child.pid as number));
      child.on("error", (error) => reject(fail(error)));
    });
    // Without free descriptors the child has no pipes, and what follows throws first.
    started.catch(() => {});
    const pipes: readonly unknown[] = child.stdio;
    const sandbox = (): SandboxProcess => ({
      status: readBubblewrapStatus(pipes[STATUS] as Socket),
      shell: waitingShell(pipes[WAITING] as Socket),
    });
    return { child, mark, exited, started, ...(order.confined === true ? { sandbox: sandbox() } : {}) };
  } catch (error) {
    throw fail(error);
  }
};

/** Descriptor of the status pipe. */
const STATUS = 3;

/** `detached` creates a new session: a process group that can be killed as a whole, without a terminal to prompt on. */
const spawnCommand = ({
  arguments: shellArguments,
  cwd,
  env,
  input,
  confined = false,
  filter = "/dev/null",
}: CommandStart): ChildProcess => {
  const standard = input === undefined ? (["ignore", "pipe", "ignore"] as const) : (["pipe", "pipe", "pipe"] as const);
  const files: number[] = [];
  const opened = (path: string): number => {
    const file = openSync(path, "r");
    files.push(file);
    return file;
  };
  try {
    const stdio: StdioOptions = confined
      ? [...standard, "pipe", "pipe", opened(filter), ...replacements(opened("/dev/null"))]
      : [...standard];
    return spawn("/bin/sh", shellArguments, { cwd, env, detached: true, stdio });
  } finally {
    files.forEach(closeSync);
  }
};

/** Replaces each inherited descriptor for a confined command, since Node closes none of them. */
const replacements = (nothing: number): readonly (number | "ignore")[] => {
  const inherited = inheritedDescriptors();
  return Array.from({ length: Math.max(FILTER, ...inherited) - FILTER }, (_, at) =>
    inherited.includes(at + FILTER + 1) ? nothing : "ignore",
  );
};
