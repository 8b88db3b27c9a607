import type { Event, RunOptions, Session } from "coxswain";
import type { Work } from "../prompt/index.ts";

/** Goes on with what was cut short in a session, or waits there, until nothing is left. */
export const untilIdle = (session: Session, options: RunOptions): Work => {
  const events = session.events();
  session.resume(options);
  return {
    // What waits is not begun then: closing leaves it in the log.
    abort: () => void session.close().catch(() => undefined),
    async *[Symbol.asyncIterator](): AsyncGenerator<Event> {
      for await (const event of events) {
        yield event;
        if (event.type === "run_end" && session.status === "idle") return;
      }
    },
  };
};
