import type { Session } from "coxswain";
import type { RunOptions } from "coxswain/session";
import type { Work } from "../prompt/index.ts";
import { sessionWork } from "./session-work.ts";

/** Goes on with what was cut short in a session, or waits there, until nothing is left. */
export const untilIdle = (session: Session, options: RunOptions): Work =>
  sessionWork(
    session,
    () => session.resume(options),
    () => session.status === "idle",
  );
