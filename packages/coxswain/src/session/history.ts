import { sinceReset } from "../context/index.ts";
import { isMessage, type MessageEntry } from "../loop/index.ts";
import type { Session } from "./session.ts";

/** The messages of a session's conversation, each with its id and time, as it stands now. It may be running. */
export const history = (session: Session): readonly MessageEntry[] => sinceReset(session.entries).filter(isMessage);
