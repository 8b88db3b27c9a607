import type { Socket } from "node:net";
import { type ProcessGroup, processGroup } from "./process-group.ts";

/** What bubblewrap tells of a command that it holds. */
export interface HeldCommand {
  /** The group in which bubblewrap waits, together with the namespace that it holds: that is asked to end, or ended as a whole. */
  withNamespace(outer: ProcessGroup): ProcessGroup;
  /** Whether the command has run to its end; known when the pipe has closed. */
  ran(): boolean;
}

/** `pipe`: lines of JSON, `child-pid` of the namespace's first process, then `exit-code` if the command could be started. */
export const heldCommand = (pipe: Socket): HeldCommand => {
  let told = "";
  pipe.on("data", (chunk: Buffer) => (told += chunk.toString()));
  pipe.on("error", () => {});
  pipe.unref();
  const first = (): number | undefined => {
    const id = /"child-pid": *(\d+)/.exec(told)?.[1];
    return id === undefined ? undefined : Number(id);
  };
  return {
    withNamespace: (outer) => ({
      ...outer,
      kill(signal) {
        const id = first();
        // Only bubblewrap keeps the number from being another's.
        const inner = id === undefined || !outer.alive() ? undefined : processGroup(id);
        inner?.kill(signal);
        if (inner === undefined || signal === "SIGKILL") outer.kill(signal);
      },
    }),
    ran: () => told.includes('"exit-code"'),
  };
};
