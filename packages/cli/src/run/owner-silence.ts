import { readFileSync } from "node:fs";
import { hostname } from "node:os";
import type { SessionInUseError } from "coxswain";

/** Milliseconds that an owner must be stopped before it is reported. */
const SILENCE = 10_000;
/** Milliseconds between checks. */
const INTERVAL = 1000;

export interface Clock {
  /** Milliseconds. */
  now(): number;
  /** Calls the function until it is disposed. */
  every(milliseconds: number, call: () => void): Disposable;
}

const SYSTEM: Clock = {
  now: () => performance.now(),
  every(milliseconds, call) {
    const timer = setInterval(call, milliseconds);
    return { [Symbol.dispose]: () => clearInterval(timer) };
  },
};

/**
 * Warns once each time that the process which has the session open stays stopped for 10 s, for example by Ctrl+Z: it does
 * not answer, and would keep the session without end. `leaving`: the way to leave it, such as `press Ctrl+C`.
 */
export const watchOwner = (
  { owner, sessionId }: Pick<SessionInUseError, "owner" | "sessionId">,
  leaving: string,
  warn: (line: string) => void,
  clock: Clock = SYSTEM,
): Disposable => {
  if (owner === undefined || owner.host !== hostname()) return { [Symbol.dispose]() {} };
  const { pid } = owner;
  let stoppedAt: number | undefined;
  let isReported = false;
  const check = (): void => {
    const now = clock.now();
    if (!isStopped(pid)) {
      stoppedAt = undefined;
      isReported = false;
      return;
    }
    stoppedAt ??= now;
    if (isReported || now - stoppedAt < SILENCE) return;
    isReported = true;
    warn(silenceLine(pid, sessionId, leaving));
  };
  return clock.every(INTERVAL, check);
};

const silenceLine = (pid: number, id: string, leaving: string): string =>
  `process ${pid}, which has the session open, does not answer: it is stopped. Continue it with \`kill -CONT ${pid}\` or \`fg\`, ` +
  `end it with \`kill -KILL ${pid}\`, or ${leaving} and work in a copy: cox -r ${id} --fork "task"`;

/** Returns true for a process that a signal has stopped. False if that is unknown. */
const isStopped = (pid: number): boolean => /^[Tt]/.test(process.platform === "linux" ? linuxState(pid) : psState(pid));

/** The program's name is in parentheses, and may contain some. */
const linuxState = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8").replace(/^.*\)\s*/s, "");
  } catch {
    return "";
  }
};

const psState = (pid: number): string =>
  process
    .getBuiltinModule("node:child_process")
    .spawnSync("ps", ["-o", "state=", "-p", String(pid)], { encoding: "utf8" })
    .stdout?.trim() ?? "";
