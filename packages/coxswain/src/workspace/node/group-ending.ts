import type { ProcessEnd } from "../process.ts";
import type { Timers } from "../timers.ts";
import type { ProcessGroup } from "./process-group.ts";

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
    begin(why) {
      if (reason !== undefined) return;
      reason = why;
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
