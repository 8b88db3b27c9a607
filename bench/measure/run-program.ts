import { spawn } from "node:child_process";
import { once } from "node:events";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";

/** The cost of a process, including the start and end of Node. */
export interface Taken {
  /** From spawn to exit. */
  readonly wallMs: number;
  /** User and system time of the process, by the operating system. */
  readonly cpuMs: number;
  readonly peakMB: number;
  readonly stdout: string;
}

const USAGE_REPORT = import.meta.resolve("./usage-report.js");

/** Runs a program with Node to its end. @throws {Error} with its output if it fails. */
export const runProgram = async (argv: readonly string[], environment: NodeJS.ProcessEnv = {}): Promise<Taken> => {
  const started = performance.now();
  const child = spawn(process.execPath, argv, {
    env: { PATH: process.env["PATH"], ...environment },
    stdio: ["ignore", "pipe", "pipe", "pipe"],
  });
  const exited = once(child, "exit").then(([code]: unknown[]) => ({ code, wallMs: performance.now() - started }));
  const [stdout, stderr, usage, { code, wallMs }] = await Promise.all([
    read(child.stdio[1]),
    read(child.stdio[2]),
    read(child.stdio[3]),
    exited,
  ]);
  if (code !== 0) throw new Error(`${argv.join(" ")} ended with ${String(code)}: ${stderr}${stdout}`);
  return { wallMs, stdout, ...(usage === "" ? { cpuMs: Number.NaN, peakMB: Number.NaN } : JSON.parse(usage)) };
};

const read = async (pipe: unknown): Promise<string> => (pipe instanceof Readable ? text(pipe) : "");

/** Also measures CPU and memory. The report costs about a millisecond at start, so starts are timed without it. */
export const runAccounted = (argv: readonly string[], environment?: NodeJS.ProcessEnv): Promise<Taken> =>
  runProgram(["--import", USAGE_REPORT, ...argv], environment);
