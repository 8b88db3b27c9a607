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
