import { readdirSync, readFileSync } from "node:fs";

/**
 * Returns descriptors from 3 up that this process inherited and that each child would inherit too. An open folder among
 * them would be a way out of a sandbox.
 */
export const inheritedDescriptors = (): readonly number[] => {
  try {
    return readdirSync("/proc/self/fd").map(Number).filter(isInherited);
  } catch {
    // Only Linux has this table.
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
    // The descriptor by which the table was read.
    return false;
  }
};
