import type { Socket } from "node:net";
import { type ProcessGroup, processGroup } from "./process-group.ts";

/** Status that bubblewrap reports about its command. */
export interface BubblewrapStatus {
  /** Id of the namespace's first process. Undefined if bubblewrap ended before it created one. */
  readonly first: Promise<number | undefined>;
  /**
   * Extends bubblewrap's process group with the namespace that it created: SIGTERM reaches the processes in it, SIGKILL
   * ends it as a whole.
   */
  withNamespace(outer: ProcessGroup): ProcessGroup;
}

/** `pipe`: JSON lines, of which one has `child-pid`, the namespace's first process. */
export const readBubblewrapStatus = (pipe: Socket): BubblewrapStatus => {
  const reported = Promise.withResolvers<number | undefined>();
  let report = "";
  let first: number | undefined;
  pipe.on("data", (chunk: Buffer) => {
    report += chunk.toString();
    const id = /"child-pid": *(\d+)/.exec(report)?.[1];
    if (first !== undefined || id === undefined) return;
    first = Number(id);
    reported.resolve(first);
  });
  pipe.on("error", () => {});
  pipe.once("close", () => reported.resolve(first));
  pipe.unref();
  return {
    first: reported.promise,
    withNamespace: (outer) => ({
      ...outer,
      kill(signal) {
        // The pid cannot be reused while bubblewrap runs.
        const inner = first === undefined || !outer.alive() ? undefined : processGroup(first);
        inner?.kill(signal);
        if (inner === undefined || signal === "SIGKILL") outer.kill(signal);
      },
    }),
  };
};
