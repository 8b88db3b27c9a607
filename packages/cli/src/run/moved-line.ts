import { escapeLine } from "../output/index.ts";
import type { OpenedSession } from "./open-session.ts";

/** What is told of a session that has only now been moved to where it works; nothing of another one. */
export const movedLine = ({ session, moved }: OpenedSession): string =>
  moved ? `cox: the session's folder no longer exists; the session now uses ${escapeLine(session.state.cwd)}\n` : "";
