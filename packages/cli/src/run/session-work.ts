import type { Event, Run, Session } from "coxswain";
import type { Work } from "../prompt/index.ts";

/**
 * Iterates the events of a session after `begin`, of all its runs, until the last run ends. On abort, queued prompts
 * stay in the log and do not start.
 */
export const sessionWork = (session: Session, begin: () => Run | undefined, isLast: (runId: string) => boolean): Work => {
  const events = session.events();
  const run = begin();
  return {
    abort() {
      session.close().catch(() => undefined); // closing the runtime reports the error
      session.abort();
    },
    async *[Symbol.asyncIterator](): AsyncGenerator<Event> {
      // A rejected run already has its outcome and emits no session events.
      const refused = run === undefined ? undefined : await Promise.race([run.outcome, Promise.resolve(undefined)]);
      for await (const event of run === undefined || refused === undefined ? events : run) {
        yield event;
        if (event.type === "run_end" && event.agent.depth === 0 && isLast(event.runId)) return;
      }
    },
  };
};
