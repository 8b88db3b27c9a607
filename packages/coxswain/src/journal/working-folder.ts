import type { Log } from "../log/index.ts";
import { sessionTotals } from "./state.ts";

/** The folder that a session works in now: where it was begun, or was moved to last. */
export const workingFolder = (log: Log): string => log.total(sessionTotals).cwd ?? log.header.cwd;
