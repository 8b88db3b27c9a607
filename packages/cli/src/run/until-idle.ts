import type { Session } from "coxswain";
import type { RunOptions } from "coxswain/session";
import type { Work } from "../prompt/index.ts";
import { sessionWork } from "./session-work.ts";

/** Resumes the session's interrupted run and its queue until the session is idle. */
export const untilIdle = (session: Session, options: RunOptions): Work =>
  sessionWork(
    session,
    () => session.resume(options),
    () => session.status === "idle",
  );
