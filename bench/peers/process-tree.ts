import { readdirSync, readFileSync } from "node:fs";

/** A process and its descendants. Only the process itself where there is no `/proc`. */
export const processTree = (pid: number): readonly number[] => [pid, ...childrenOf(pid).flatMap(processTree)];

/** Memory of a process and its descendants. */
export interface TreeMemory {
  /** Sum of their resident memory. */
  readonly sumMB: number;
  /** The highest that one of them had so far. */
  readonly highestMB: number;
}

/** Zeros where there is no `/proc`, and after the process has ended. */
export const treeMemory = (pid: number, parentCommand?: string): TreeMemory => {
  const command = read(`/proc/${pid}/cmdline`);
  // A child that has not yet started its program shares its parent's memory.
  if (command === "" || command === parentCommand) return { sumMB: 0, highestMB: 0 };
  const status = read(`/proc/${pid}/status`);
  const below = childrenOf(pid).map((child) => treeMemory(child, command));
  return {
    sumMB: below.reduce((sum, child) => sum + child.sumMB, megabytes(status, "VmRSS")),
    highestMB: Math.max(megabytes(status, "VmHWM"), ...below.map(({ highestMB }) => highestMB)),
  };
};

/** Linux lists children by the thread that started them. */
const childrenOf = (pid: number): readonly number[] =>
  threadsOf(pid).flatMap((thread) => read(`/proc/${pid}/task/${thread}/children`).split(" ").filter(Boolean).map(Number));

const threadsOf = (pid: number): readonly string[] => {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
};

/** The process can end at any moment. */
const read = (path: string): string => {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
};

const megabytes = (status: string, field: string): number => Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024;
