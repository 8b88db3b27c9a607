import type { Fold } from "../../log/index.ts";
import { isOfQuestions, type PermissionAskEntry } from "../question-entries.ts";

/**
 * What a session waits for an answer to, over all entries, or null. There is one at a time: with the next one, those before it are
 * not asked any more. Of a session that nobody has open nothing is asked, whatever its log ends with.
 */
export const openQuestion: Fold<PermissionAskEntry | null> = {
  name: "question",
  initial: null,
  apply(open, entry) {
    if (!isOfQuestions(entry)) return open;
    if (entry.type === "permission_ask") return entry;
    return entry.question === open?.id ? null : open;
  },
};
