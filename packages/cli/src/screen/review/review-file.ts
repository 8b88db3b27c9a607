import type { ChangeDiff, NetChange, StateSince } from "coxswain/session";
import { changeFacts, shownPath, SIGNS, SINCE } from "../../changes/index.ts";
import { type DiffLine, fileChanges } from "../blocks/index.ts";
import type { ReviewSource } from "./review-source.ts";

/** A file of a review. */
export interface ReviewFile {
  /** Its name, escaped. */
  readonly name: string;
  /** Its mark, its name and the facts about its change, escaped. */
  readonly title: string;
  readonly hunks: readonly (readonly DiffLine[])[];
}

/** Returns a file whose contents are not read yet. */
export const unreadFile = ({ cwd }: ReviewSource, { path, before, after }: NetChange): ReviewFile => {
  const name = shownPath(cwd, path);
  const effect = before === undefined ? "created" : after === undefined ? "deleted" : "changed";
  return { name, title: `${SIGNS[effect]} ${name}`, hunks: [] };
};

/** Reads the change of a file. Never rejects. */
export const readFile = async (source: ReviewSource, change: NetChange): Promise<ReviewFile> => {
  const unread = unreadFile(source, change);
  try {
    const [diff, since] = await Promise.all([source.diff(change), source.since(change)]);
    return { ...unread, title: unread.title + factsOf(change, diff, since), hunks: hunksOf(diff) };
  } catch (error) {
    const notes = [error instanceof Error ? error.message : String(error)];
    return { ...unread, title: unread.title + changeFacts({ added: 0, removed: 0, notes }) };
  }
};

const factsOf = (change: NetChange, { effect, added, removed, notes }: ChangeDiff, since: StateSince): string => {
  const others = change.includesOther ? ["something else changed it in between"] : [];
  const later = since === "same" || since === "unknown" ? [] : [SINCE[since]];
  const effects = effect === "changed" ? [] : [effect];
  return changeFacts({ added, removed, notes: [...effects, ...notes, ...others, ...later], isUncertain: change.isUncertain });
};

const hunksOf = ({ diff }: ChangeDiff): ReviewFile["hunks"] => (diff === undefined ? [] : fileChanges(diff).flatMap(({ hunks }) => hunks));
