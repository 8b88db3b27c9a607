import { escapeLine } from "../output/index.ts";
import type { OpenedSession } from "./open-session.ts";

/** Formats the notice for a relocated session. Empty for other sessions. */
export const movedLine = ({ session, moved }: OpenedSession): string =>
  moved ? `cox: the session's folder no longer exists; the session now uses ${escapeLine(session.state.cwd)}\n` : "";
