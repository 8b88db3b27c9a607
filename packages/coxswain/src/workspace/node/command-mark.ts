import { readdirSync, readFileSync } from "node:fs";
import type { ProcessGroup } from "./process-group.ts";

/** Name of the environment variable. */
export const COMMAND_MARK = "COXSWAIN_COMMAND";

/** An environment variable that a command's processes inherit, to find those that left its process group. */
export interface CommandMark {
  readonly value: string;
  readonly env: Readonly<Record<string, string>>;
  /**
   * Extends the group with processes that left it, such as daemons. Linux only: other systems do not expose the
   * variables of other processes.
   */
  withDaemons(group: ProcessGroup): ProcessGroup;
}

/** `value` must be unique, and not a prefix of another value. */
export const commandMark = (value: string): CommandMark => ({
  value,
  env: { [COMMAND_MARK]: value },
  withDaemons: (group) => ({
    ...group,
    kill(signal) {
      group.kill(signal);
      for (const id of process.platform === "linux" ? processesWith(`${COMMAND_MARK}=${value}`) : []) killOne(id, signal);
    },
  }),
});

const processesWith = (variable: string): readonly number[] =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && environment(name).includes(variable))
    .map(Number);

/** Empty for another user's process, and for one that has just ended. */
const environment = (id: string): string => {
  try {
    return readFileSync(`/proc/${id}/environ`, "latin1");
  } catch {
    return "";
  }
};

const killOne = (id: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(id, signal);
  } catch {
    // The process has already ended.
  }
};
