import { type SessionTrash, trashOf } from "../store/index.ts";
import { entryReader } from "./entry-reader.ts";

/** The removed sessions of a directory that `jsonlStore` keeps sessions in: to be seen, put back, or deleted for good. */
export const sessionTrash = ({ directory, now = Date.now }: { readonly directory: string; readonly now?: () => number }): SessionTrash =>
  trashOf({ directory, reader: entryReader, now });
