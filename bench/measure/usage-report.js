// Preloaded into a measured program: at exit, it writes the CPU time and the peak memory of the process to descriptor 3.
import { readFileSync, writeSync } from "node:fs";

/** On Linux a child's `maxRSS` starts at its parent's peak; the status file has the program's own. */
const peakKB = () => {
  if (process.platform !== "linux") return process.resourceUsage().maxRSS;
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync("/proc/self/status", "utf8"))?.[1]);
};

process.on("exit", () => {
  const { userCPUTime, systemCPUTime } = process.resourceUsage();
  writeSync(3, JSON.stringify({ cpuMs: (userCPUTime + systemCPUTime) / 1000, peakMB: peakKB() / 1024 }));
});
