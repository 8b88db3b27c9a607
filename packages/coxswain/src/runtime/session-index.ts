import { indexOf, type IndexSource, type SessionIndex } from "../store/index.ts";
import { entryReader } from "./entry-reader.ts";

/**
 * Lists, searches and counts the sessions in a directory of `jsonlStore`, without opening them. The index is stored
 * there in `index.db`. It is built from the session files, follows their changes, and can be deleted at any time.
 */
export const sessionIndex = (options: Omit<IndexSource, "reader">): SessionIndex => indexOf({ ...options, reader: entryReader });
