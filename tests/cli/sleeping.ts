import { readdirSync, readFileSync } from "node:fs";
import { setImmediate } from "node:timers/promises";

/** A command that only sleeps. */
export interface Sleeper {
  /** Its unique duration identifies the process, even in a sandbox with its own process ids. */
  readonly command: string;
  /** Returns whether such a process runs. */
  readonly isSleeping: () => boolean;
  /** Resolves when one runs. */
  readonly sleeping: () => Promise<void>;
}

/** `number` separates several of one test file. */
export const sleeper = (number = 0): Sleeper => {
  const command = `sleep ${600 + number}.${process.pid}`;
  const isSleeping = (): boolean =>
    readdirSync("/proc").some((pid) => {
      try {
        return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim() === command;
      } catch {
        return false;
      }
    });
  return {
    command,
    isSleeping,
    sleeping: async () => {
      while (!isSleeping()) await setImmediate();
    },
  };
};
