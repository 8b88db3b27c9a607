import { isFileChange, isRestoreEnd, isRestoreStart } from "../../changes/index.ts";
import type { Entry } from "../../log/index.ts";
import type { FileEvent } from "../../lsp/index.ts";
import type { PathChange } from "../../workspace/index.ts";

/**
 * Returns a listener of written entries that reports changes of files by commands, hooks, undo and redo. Edits are not reported: their
 * check notifies the servers earlier.
 */
export const reportFileEvents = (report: (events: readonly FileEvent[]) => void): ((entries: readonly Entry[]) => void) => {
  let restored: readonly PathChange[] = [];
  return (entries) => {
    for (const entry of entries) {
      if (isFileChange(entry) && entry.found === "compared") report(entry.changes.flatMap(eventOf));
      else if (isRestoreStart(entry)) restored = entry.changes;
      else if (isRestoreEnd(entry)) report(restored.flatMap(eventOf));
    }
  };
};

const eventOf = ({ path, before, after }: PathChange): readonly FileEvent[] => {
  if (before?.kind === "folder" || after?.kind === "folder") return [];
  return [{ path, type: after === undefined ? "deleted" : before === undefined ? "created" : "changed" }];
};
