import { readdirSync, readFileSync } from "node:fs";
import type { ProcessGroup } from "./process-group.ts";

/** The variable's name. */
export const COMMAND_MARK = "COXSWAIN_COMMAND";

/** A variable that a command hands on to all that it starts: by it, a process that left the command's group is still known. */
export interface CommandMark {
  readonly value: string;
  readonly env: Readonly<Record<string, string>>;
  /** The group together with whoever left it, as daemons do. Only Linux tells of other processes' variables. */
  withDaemons(group: ProcessGroup): ProcessGroup;
}

/** `value` is one of a kind, and not the beginning of another. */
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

/** Empty for a process of somebody else, or one that has just ended. */
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
    // It has ended by itself.
  }
};
