import { readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import type { ProcessResult, SpawnOptions } from "../process.ts";
import type { Workspace } from "../workspace.ts";

/** Returns the processes of this process's confined commands, and of its prepared shell. */
export const confinedProcesses = (owner = process.pid): readonly number[] =>
  textOf(`/proc/${owner}/task/${owner}/children`)
    .trim()
    .split(" ")
    .map(Number)
    .filter((pid) => textOf(`/proc/${pid}/cmdline`).includes("echo ready >&"));

/** Waits for a shell that this process, or another one, has prepared. No command may be running. @throws {Error} after 20 s */
export const untilPrepared = async (owner = process.pid): Promise<number> => {
  for (const begun = performance.now(); performance.now() - begun < 20_000;) {
    const [pid] = confinedProcesses(owner);
    if (pid !== undefined) return pid;
    await setTimeout(2);
  }
  throw new Error("No sandbox was prepared.");
};

/**
 * Runs a command in a prepared sandbox. The workspace must be preparing; another command runs before, so that the sandbox
 * is made in the folder's current state.
 * @throws {Error} it ran in another one
 */
export const spawnPrepared = async (workspace: Workspace, command: string, options: SpawnOptions = {}): Promise<ProcessResult> => {
  await workspace.spawn(":");
  const prepared = await untilPrepared();
  const result = await workspace.spawn(command, options);
  if (result.group !== prepared) throw new Error(`The command ran in the group ${result.group} instead of ${prepared}: ${command}`);
  return result;
};

const textOf = (file: string): string => {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
};
