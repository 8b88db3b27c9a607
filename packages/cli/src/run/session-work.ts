import type { Event, Run, Session } from "coxswain";
import type { Work } from "../prompt/index.ts";

/**
 * What goes on in a session once it has begun, whichever run it is of, up to the end of the last run. When it is aborted,
 * what waits is not begun but left in the log.
 */
export const sessionWork = (session: Session, begin: () => Run | undefined, isLast: (runId: string) => boolean): Work => {
  const events = session.events();
  const run = begin();
  return {
    abort() {
      session.close().catch(() => undefined); // who closes the runtime has the error
      session.abort();
    },
    async *[Symbol.asyncIterator](): AsyncGenerator<Event> {
      // One that was refused has its outcome already, and is nothing that went on in the session.
      const refused = run === undefined ? undefined : await Promise.race([run.outcome, Promise.resolve(undefined)]);
      for await (const event of run === undefined || refused === undefined ? events : run) {
        yield event;
        if (event.type === "run_end" && event.agent.depth === 0 && isLast(event.runId)) return;
      }
    },
  };
};
