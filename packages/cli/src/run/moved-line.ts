import { escapeLine } from "../output/index.ts";
import type { OpenedSession } from "./open-session.ts";

/** What is told of a session that has only now been moved to where it works; nothing of another one. */
export const movedLine = ({ session, moved }: OpenedSession): string =>
  moved ? `cox: This session's folder is gone; it works in ${escapeLine(session.state.cwd)} from now on.\n` : "";
