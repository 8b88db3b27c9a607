import { indexOf, type IndexSource, type SessionIndex } from "../store/index.ts";
import { entryReader } from "./entry-reader.ts";

/**
 * Lists, searches and counts the sessions that `jsonlStore` keeps in a directory, without opening them. What it knows is
 * in `index.db` there, which is made from the session files, follows them, and can be deleted at any time.
 */
export const sessionIndex = (options: Omit<IndexSource, "reader">): SessionIndex => indexOf({ ...options, reader: entryReader });
