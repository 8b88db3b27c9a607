import { escapeLine } from "../output/index.ts";

/** Formats a number of files. */
export const fileCount = (count: number): string => (count === 1 ? "1 file" : `${count} files`);

/** Formats prompts as the object of an undo. An empty one has no text, or is on another branch. */
export const quotedPrompts = (prompts: readonly string[]): string =>
  prompts.map((prompt) => (prompt === "" ? "a prompt" : `"${prompt}"`)).join(", ");

/** Formats facts about a change, to append to its path. */
export const changeFacts = ({
  added,
  removed,
  notes,
  isUncertain = false,
}: {
  readonly added: number;
  readonly removed: number;
  readonly notes: readonly string[];
  readonly isUncertain?: boolean;
}): string => {
  const counts = added + removed === 0 ? [] : [`+${added} -${removed}`];
  // The user or another program may have changed the file meanwhile.
  const all = [...counts, ...notes, ...(isUncertain ? ["changed while a command ran"] : [])];
  return all.length === 0 ? "" : `  (${escapeLine(all.join(", "))})`;
};

/** Marks of changes, before their paths. */
export const SIGNS = { created: "+", deleted: "-", changed: "~" } as const;
