import { readdirSync, readFileSync } from "node:fs";
import type { ProcessEnd } from "../process.ts";
import type { Timers } from "../timers.ts";

/** A command and all processes that it started, except those that left the group. */
export interface ProcessGroup {
  readonly id: number;
  /** True while a process of the group exists. */
  alive(): boolean;
  kill(signal: "SIGTERM" | "SIGKILL"): void;
}

export const processGroup = (id: number): ProcessGroup => ({
  id,
  alive: () => signalGroup(id, 0),
  kill(signal) {
    signalGroup(id, signal);
  },
});

/** Returns false if the group does not exist. */
const signalGroup = (id: number, signal: NodeJS.Signals | 0): boolean => {
  try {
    return process.kill(-id, signal);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
};

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

/** Milliseconds between SIGTERM and SIGKILL, and between SIGKILL and giving up. */
const GRACE = 2000;

/** Ends a process group: SIGTERM, then SIGKILL for the remaining processes. */
export interface GroupEnding {
  /** Reason for ending it, once started. */
  readonly reason: ProcessEnd | undefined;
  /** Resolves when nothing more can be done. */
  readonly givenUp: Promise<undefined>;
  begin(reason: ProcessEnd): void;
  /**
   * Called after the shell has ended. The others may also end until they are killed. `drained`: all writers of the
   * output have closed it.
   */
  finish(drained: Promise<void>): Promise<void>;
}

export const groupEnding = (group: ProcessGroup, timers: Timers): GroupEnding => {
  const killed = Promise.withResolvers<void>();
  const givenUp = Promise.withResolvers<undefined>();
  let reason: ProcessEnd | undefined;
  let cancel = () => {};
  const kill = () => {
    group.kill("SIGKILL");
    killed.resolve();
    cancel = timers.after(GRACE, () => givenUp.resolve(undefined));
  };
  return {
    get reason() {
      return reason;
    },
    givenUp: givenUp.promise,
    begin(cause) {
      if (reason !== undefined) return;
      reason = cause;
      group.kill("SIGTERM");
      cancel = timers.after(GRACE, kill);
    },
    async finish(drained) {
      if (reason !== undefined) {
        await Promise.race([drained, killed.promise]);
        group.kill("SIGKILL");
      }
      cancel();
    },
  };
};
