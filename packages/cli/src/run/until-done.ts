import type { PromptInput, Run, Session } from "coxswain";
import type { RunOptions } from "coxswain/session";
import type { Work } from "../prompt/index.ts";
import { sessionWork } from "./session-work.ts";

/** Runs a task after the session's queued work. */
export const untilDone = (session: Session, input: PromptInput, options: RunOptions): Work => {
  let run: Run | undefined;
  const begin = (): Run => (run = session.prompt(input, { ...options, whenBusy: "queue" }));
  return sessionWork(session, begin, (id) => id === run?.id);
};
