import { isFileChange, isRestoreEnd, isRestoreStart } from "../../changes/index.ts";
import type { Entry } from "../../log/index.ts";
import type { FileEvent } from "../../lsp/index.ts";
import type { PathChange } from "../../workspace/index.ts";

/**
 * Returns a listener of written entries that reports the recorded changes of files: those of edits, commands and hooks, and those of
 * undo and redo, once they are made.
 */
export const reportFileEvents = (report: (events: readonly FileEvent[]) => void): ((entries: readonly Entry[]) => void) => {
  let restored: readonly PathChange[] = [];
  return (entries) => {
    for (const entry of entries) {
      if (isFileChange(entry)) report(entry.changes.flatMap(eventOf));
      else if (isRestoreStart(entry)) restored = entry.changes;
      else if (isRestoreEnd(entry)) report(restored.flatMap(eventOf));
    }
  };
};

const eventOf = ({ path, before, after }: PathChange): readonly FileEvent[] => {
  if (before?.kind === "folder" || after?.kind === "folder") return [];
  return [{ path, type: after === undefined ? "deleted" : before === undefined ? "created" : "changed" }];
};
