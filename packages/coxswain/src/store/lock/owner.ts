import { readFileSync } from "node:fs";
import { hostname } from "node:os";

/** Who holds a session, for people: the lock itself is the kernel's, and nothing here decides. */
export interface Owner {
  readonly pid: number;
  readonly host: string;
  /** Of the machine's start. Undefined where the system does not tell. */
  readonly boot?: string;
  /** When the process began, in clock ticks since the machine's start: a pid is used again. */
  readonly start?: string;
  /** What the process calls itself. */
  readonly command: string;
  /** Since when it has sessions open: milliseconds since the epoch. */
  readonly since: number;
}

/** This process, as an owner from now on. */
export const thisOwner = (): Owner => {
  const boot = bootId();
  const start = startOf(process.pid);
  return {
    pid: process.pid,
    host: hostname(),
    ...(boot === undefined ? {} : { boot }),
    ...(start === undefined ? {} : { start }),
    command: process.title,
    since: Date.now(),
  };
};

/** Whom the file names, if that process may still be there: after a crash it names one that is gone. */
export const readOwner = (path: string): Owner | undefined => {
  const owner = parseOwner(path);
  return owner === undefined || isGone(owner) ? undefined : owner;
};

const parseOwner = (path: string): Owner | undefined => {
  try {
    const { pid, host, since, ...rest } = JSON.parse(readFileSync(path, "utf8")) as Partial<Owner>;
    if (!Number.isSafeInteger(pid) || typeof host !== "string" || typeof since !== "number") return undefined;
    return { command: "", ...rest, pid: pid as number, host, since };
  } catch {
    return undefined;
  }
};

const isGone = ({ pid, host, boot, start }: Owner): boolean => {
  if (host !== hostname()) return false;
  return differ(boot, bootId()) || !isAlive(pid) || differ(start, startOf(pid));
};

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
};

const differ = (one: string | undefined, other: string | undefined): boolean => one !== undefined && other !== undefined && one !== other;

const bootId = (): string | undefined => told("/proc/sys/kernel/random/boot_id")?.trim();

/** The 22nd field; the second, a name in brackets, may hold anything. */
const startOf = (pid: number): string | undefined => {
  const stat = told(`/proc/${pid}/stat`);
  return stat?.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
};

const told = (path: string): string | undefined => {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
};
