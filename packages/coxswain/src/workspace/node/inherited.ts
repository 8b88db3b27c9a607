import { readdirSync, readFileSync } from "node:fs";

/**
 * Descriptors from the fourth on that whoever began this process left open, and that every program it starts gets too. A folder among them would
 * be a way out of a sandbox: what it is opened by is looked at, not what is mounted there.
 */
export const inheritedDescriptors = (): readonly number[] => {
  try {
    return readdirSync("/proc/self/fd").map(Number).filter(isInherited);
  } catch {
    // Only Linux has the table.
    return [];
  }
};

const CLOSED_ON_EXEC = 0o2000000;

const isInherited = (descriptor: number): boolean => {
  if (descriptor < 3) return false;
  try {
    const flags = /^flags:\s*([0-7]+)/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, "utf8"))?.[1];
    return flags !== undefined && (Number.parseInt(flags, 8) & CLOSED_ON_EXEC) === 0;
  } catch {
    // The one by which the table was read.
    return false;
  }
};
