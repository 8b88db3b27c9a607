import { sinceBoundary } from "../../context/index.ts";
import { isMessage, type MessageEntry } from "../../loop/index.ts";
import type { Session } from "../session.ts";

/**
 * The messages of a session's conversation, each with its id and time, as it stands now: where it was compacted, those that
 * the model is told as they are. It may be running.
 */
export const history = (session: Session): readonly MessageEntry[] => sinceBoundary(session.entries).entries.filter(isMessage);
