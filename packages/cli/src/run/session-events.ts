import type { Event, Run, Session, PromptInput, PromptOptions } from "coxswain";
import type { RunOptions } from "coxswain/session";
import type { AbortableEvents } from "../prompt/index.ts";

/**
 * Iterates the events of a session after `begin`, of all its runs, until the last run ends. On abort, queued prompts
 * stay in the log and do not start.
 */
const sessionEvents = (session: Session, begin: () => Run | undefined, isLast: (runId: string) => boolean): AbortableEvents => {
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

/** Runs a task after the session's queued work. */
export const promptEvents = (
  session: Session,
  input: PromptInput,
  options: RunOptions & Pick<PromptOptions, "expand">,
): AbortableEvents => {
  let run: Run | undefined;
  const begin = (): Run => (run = session.prompt(input, { ...options, whenBusy: "queue" }));
  return sessionEvents(session, begin, (id) => id === run?.id);
};

/** Resumes the session's interrupted run and its queue until the session is idle. */
export const resumeEvents = (session: Session, options: RunOptions): AbortableEvents =>
  sessionEvents(
    session,
    () => session.resume(options),
    () => session.status === "idle",
  );
