import type { ProcessEnd } from "../process.ts";
import type { Timers } from "../timers.ts";
import type { ProcessGroup } from "./process-group.ts";

/** Milliseconds from SIGTERM to SIGKILL, and from there to giving up on a process that even this does not end. */
const GRACE = 2000;

/** Ends a group in order: SIGTERM, then SIGKILL for whatever is left. */
export interface GroupEnding {
  /** Why it was begun, if it was. */
  readonly reason: ProcessEnd | undefined;
  /** Resolves when nothing more can be done. */
  readonly givenUp: Promise<undefined>;
  begin(reason: ProcessEnd): void;
  /** After the shell has ended: the others may end as well until they are killed. `drained`: nobody holds the output. */
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
