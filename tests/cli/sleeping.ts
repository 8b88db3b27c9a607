import { readdirSync, readFileSync } from "node:fs";
import { setImmediate } from "node:timers/promises";

/** A command that does nothing but last. */
export interface Sleeper {
  /** Its length no other process has: by it one is found, also in a sandbox that counts its processes by itself. */
  readonly command: string;
  /** Whether such a process runs. */
  readonly isSleeping: () => boolean;
  /** When one runs. */
  readonly sleeping: () => Promise<void>;
}

/** `number`: for several of one test file at a time. */
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
