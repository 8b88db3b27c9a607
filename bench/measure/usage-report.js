// Loaded ahead of a measured program: tells on descriptor 3, at exit, what the system says the process took.
import { readFileSync, writeSync } from "node:fs";

/** Linux hands a parent's peak on to its child in `maxRSS`; the status file counts the program's own. */
const peakKB = () => {
  if (process.platform !== "linux") return process.resourceUsage().maxRSS;
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync("/proc/self/status", "utf8"))?.[1]);
};

process.on("exit", () => {
  const { userCPUTime, systemCPUTime } = process.resourceUsage();
  writeSync(3, JSON.stringify({ cpuMs: (userCPUTime + systemCPUTime) / 1000, peakMB: peakKB() / 1024 }));
});
