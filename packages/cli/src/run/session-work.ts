import type { Event, Session } from "coxswain";
import type { Work } from "../prompt/index.ts";

/**
 * What goes on in a session once it has begun, whichever run it is of, up to the end of the last run. When it is aborted,
 * what waits is not begun but left in the log.
 */
export const sessionWork = (session: Session, begin: () => void, isLast: (runId: string) => boolean): Work => {
  const events = session.events();
  begin();
  return {
    abort() {
      session.close().catch(() => undefined); // who closes the runtime has the error
      session.abort();
    },
    async *[Symbol.asyncIterator](): AsyncGenerator<Event> {
      for await (const event of events) {
        yield event;
        if (event.type === "run_end" && isLast(event.runId)) return;
      }
    },
  };
};
