import { type SessionTrash, trashOf } from "../store/index.ts";
import { entryReader } from "./entry-reader.ts";

/** Opens the trash of a directory of `jsonlStore`, to list, restore or permanently delete removed sessions. */
export const sessionTrash = ({ directory, now = Date.now }: { readonly directory: string; readonly now?: () => number }): SessionTrash =>
  trashOf({ directory, reader: entryReader, now });
