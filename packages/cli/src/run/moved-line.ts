import type { Session } from "coxswain";
import { escapeLine } from "../output/index.ts";

/** What is told of a session that has only now been moved to where it works; nothing of another one. */
export const movedLine = ({ entries, state }: Session): string =>
  entries.at(-1)?.type === "relocate" ? `cox: This session's folder is gone; it works in ${escapeLine(state.cwd)} from now on.\n` : "";
