import { readdirSync, readFileSync } from "node:fs";
import { setImmediate } from "node:timers/promises";

/** A command whose length no other process has: by it one is found, also in a sandbox that counts its processes by itself. */
export const SLEEP = `sleep 600.${process.pid}`;

/** Whether such a process runs. */
export const isSleeping = (): boolean =>
  readdirSync("/proc").some((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim() === SLEEP;
    } catch {
      return false;
    }
  });

/** When one runs. */
export const sleeping = async (): Promise<void> => {
  while (!isSleeping()) await setImmediate();
};
