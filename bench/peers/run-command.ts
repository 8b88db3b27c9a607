import { spawn } from "node:child_process";
import { once } from "node:events";
import { dirname } from "node:path";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import type { MemorySampler } from "./memory-sampler.ts";
import { processTree } from "./process-tree.ts";

export interface Command {
  readonly argv: readonly [program: string, ...parameters: readonly string[]];
  readonly cwd: string;
  /** Its whole environment except PATH, which has this Node first. */
  readonly environment: Readonly<Record<string, string>>;
}

/** The cost of a program with all of the processes that it started and waited for. */
export interface Taken {
  /** Moment of the start, by this process's clock. */
  readonly started: number;
  /** From its start to its exit. */
  readonly wallMs: number;
  /** User and system time, by the operating system. */
  readonly cpuMs: number;
  /** Highest resident memory of the whole tree; zero where there is no `/proc`. */
  readonly peakMB: number;
  readonly stdout: string;
}

export interface RunOptions {
  /** Ends the program when it aborts. */
  readonly signal: AbortSignal;
  readonly sampler: MemorySampler;
  /** Milliseconds until the program is killed. */
  readonly timeout: number;
}

/** Bash reports what the system charged to its children. `$1` is the program. */
const TIMED = `TIMEFORMAT='%3U %3S'; { time "$@" 2>&4 3>&- 4>&-; } 4>&2 2>&3`;

/**
 * Runs a program to its end and ends every process that it left in its group.
 * @throws {Error} with its output if it fails or does not end in time
 */
export const runCommand = async ({ argv, cwd, environment }: Command, { signal, sampler, timeout }: RunOptions): Promise<Taken> => {
  signal.throwIfAborted();
  const started = performance.now();
  const child = spawn("bash", ["-c", TIMED, "-", ...argv], {
    cwd,
    env: { ...environment, PATH: `${dirname(process.execPath)}:${process.env["PATH"] ?? ""}` },
    stdio: ["ignore", "pipe", "pipe", "pipe"],
    // A separate group, so that all of it can be ended.
    detached: true,
  });
  if (child.pid === undefined) throw new Error("bash cannot be started.");
  const { pid } = child;
  sampler.watch(pid);
  let isLate = false;
  const end = (): void => [...processTree(pid).map(Number), -pid].forEach(kill);
  const timer = setTimeout(() => {
    isLate = true;
    end();
  }, timeout);
  signal.addEventListener("abort", end);
  try {
    const exited = once(child, "exit").then(([code]: unknown[]) => ({ code, wallMs: performance.now() - started }));
    const outputs = child.stdio.slice(1).map((pipe) => text(pipe as Readable));
    const { code, wallMs } = await exited;
    const peakMB = sampler.peak();
    kill(-pid);
    const [stdout = "", stderr = "", usage = ""] = await Promise.all(outputs);
    signal.throwIfAborted();
    if (isLate) throw new Error(`did not end within ${timeout / 1000} s`);
    if (code !== 0) throw new Error(`exited with ${String(code)}: ${`${stderr}\n${stdout}`.trim().slice(-500)}`);
    const cpuMs = usage
      .trim()
      .split(" ")
      .reduce((sum, seconds) => sum + Number(seconds) * 1000, 0);
    return { started, wallMs, cpuMs, peakMB, stdout };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", end);
  }
};

/** Processes that have ended need no signal. */
const kill = (pid: number): void => {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended.
  }
};
