import type { RestorePlan, RestoreResult } from "coxswain/session";
import { fileCount } from "../changes/index.ts";

type Kind = RestorePlan["kind"];

/**
 * Formats the next step of a restore that would change this number of files: a verb with its object. If it would change none, the next
 * undo or redo would show the same again.
 */
export const stepOf = (kind: Kind, count: number): string => (count === 0 ? `count it as ${DONE[kind]}` : `change ${fileCount(count)}`);

const DONE: Readonly<Record<Kind, string>> = { undo: "undone", redo: "done again" };

export const capitalized = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** Lines for a session that has nothing to restore. */
export const NOTHING_TO: Readonly<Record<Kind, string>> = {
  undo: "Nothing to undo: no prompt of the session changed files that are recorded.",
  redo: "Nothing to redo: nothing was undone, or files were changed since.",
};

/** Formats the result of a restore, without what git ignores. `redo`: the command that reverts an undo. */
export const resultLine = (kind: Kind, { restored, refused }: RestoreResult, redo: string): string => {
  const { length } = refused.filter(({ isIgnored }) => isIgnored !== true);
  const left = length === 0 ? "" : `, ${fileCount(length)} not changed`;
  const next = kind === "undo" ? ` To revert this: ${redo}` : "";
  return `${kind === "undo" ? "Undone" : "Redone"}: ${fileCount(restored.length)} changed${left}.${next}`;
};
