/** A command and all that it started and that did not leave for a session of its own. */
export interface ProcessGroup {
  readonly id: number;
  /** Whether anything of it is left. */
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

/** False when there is no such group. */
const signalGroup = (id: number, signal: NodeJS.Signals | 0): boolean => {
  try {
    return process.kill(-id, signal);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
};
