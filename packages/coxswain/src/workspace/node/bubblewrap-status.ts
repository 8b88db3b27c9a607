import type { Socket } from "node:net";
import { type ProcessGroup, processGroup } from "./process-group.ts";

/** Status that bubblewrap reports about its command. */
export interface BubblewrapStatus {
  /**
   * Extends bubblewrap's process group with the namespace that it created: SIGTERM reaches the processes in it, SIGKILL
   * ends it as a whole.
   */
  withNamespace(outer: ProcessGroup): ProcessGroup;
  /** True if the command ran to its end. Known once the pipe has closed. */
  ran(): boolean;
}

/** `pipe`: JSON lines with `child-pid`, the namespace's first process, then `exit-code` if the command was started. */
export const readBubblewrapStatus = (pipe: Socket): BubblewrapStatus => {
  let report = "";
  pipe.on("data", (chunk: Buffer) => (report += chunk.toString()));
  pipe.on("error", () => {});
  pipe.unref();
  const first = (): number | undefined => {
    const id = /"child-pid": *(\d+)/.exec(report)?.[1];
    return id === undefined ? undefined : Number(id);
  };
  return {
    withNamespace: (outer) => ({
      ...outer,
      kill(signal) {
        const id = first();
        // The pid cannot be reused while bubblewrap runs.
        const inner = id === undefined || !outer.alive() ? undefined : processGroup(id);
        inner?.kill(signal);
        if (inner === undefined || signal === "SIGKILL") outer.kill(signal);
      },
    }),
    ran: () => report.includes('"exit-code"'),
  };
};
