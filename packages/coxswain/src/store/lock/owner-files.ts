import { linkSync, rmSync, writeFileSync, readFileSync } from "node:fs";
import { hostname } from "node:os";

/**
 * Writes a file next to each session that this process owns, which identifies the owner. Sessions that are open at the
 * same time share one file under several hard links: a link costs a tenth of a file. Errors are ignored, since the lock
 * does not depend on this file.
 */
export class OwnerFiles {
  readonly #held = new Set<string>();

  write(path: string): void {
    try {
      rmSync(path, { force: true });
      if (!this.#link(path)) writeFileSync(path, `${JSON.stringify(thisOwner())}\n`, { flag: "wx", mode: 0o600 });
      this.#held.add(path);
    } catch {
      // Most likely a full disk, which the next append reports.
    }
  }

  remove(path: string): void {
    this.#held.delete(path);
    rmSync(path, { force: true });
  }

  /** Returns false if no other session is open, or if its file cannot have a second name. */
  #link(path: string): boolean {
    const [other] = this.#held;
    if (other === undefined) return false;
    try {
      linkSync(other, path);
      return true;
    } catch {
      return false;
    }
  }
}

/** Describes the owner of a session to people. The lock itself is the kernel's and does not depend on this. */
export interface Owner {
  readonly pid: number;
  readonly host: string;
  /** Id of the machine's boot. Undefined if the system does not provide it. */
  readonly boot?: string;
  /** Start time of the process in clock ticks since boot, because pids are reused. */
  readonly start?: string;
  /** Title of the process. */
  readonly command: string;
  /** Time when it first opened a session, in milliseconds since the epoch. */
  readonly since: number;
}

/** Describes this process, with the current time as `since`. */
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

/** Returns the owner in the file if that process may still exist. After a crash the file names an ended process. */
export const readOwner = (path: string): Owner | undefined => {
  const owner = parseOwner(path);
  return owner === undefined || hasEnded(owner) ? undefined : owner;
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

const hasEnded = ({ pid, host, boot, start }: Owner): boolean => {
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

const bootId = (): string | undefined => readIfPresent("/proc/sys/kernel/random/boot_id")?.trim();

/** Field 22. Field 2, a name in parentheses, may contain anything. */
const startOf = (pid: number): string | undefined => {
  const stat = readIfPresent(`/proc/${pid}/stat`);
  return stat?.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
};

const readIfPresent = (path: string): string | undefined => {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
};
