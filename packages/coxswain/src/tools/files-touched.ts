import type { Fold } from "../log/index.ts";
import type { Workspace } from "../workspace/index.ts";
import { shownPath } from "./file-access.ts";
import { isFileSeen } from "./files-seen.ts";

/** Operation of the model on each file, by path, latest last. */
export type FilesTouched = Readonly<Record<string, "read" | "changed">>;

/** Number of latest files of each kind to list. The others are only counted. */
const NAMED = 100;

/** Files that the model has read or changed on the active path. */
export const filesTouched: Fold<FilesTouched> = {
  name: "files_touched",
  initial: {},
  apply(state, entry) {
    if (!isFileSeen(entry)) return state;
    const { [entry.path]: before, ...others } = state;
    return { ...others, [entry.path]: entry.changed === true || before === "changed" ? "changed" : "read" };
  },
};

/** Formats the files for the section that a compaction preserves. */
export const carriedFiles = (workspace: Workspace, touched: FilesTouched): { readonly name: string; readonly text: string } | undefined => {
  const paths = Object.keys(touched).map((path) => ({ did: touched[path], shown: shownPath(workspace, path) }));
  const listOf = (did: "read" | "changed", title: string): readonly string[] => {
    const files = paths.filter((file) => file.did === did).map(({ shown }) => `- ${shown}`);
    if (files.length === 0) return [];
    const left = files.length - NAMED;
    return [title, ...(left > 0 ? [`- (${left} before these)`] : []), ...files.slice(-NAMED)];
  };
  const lines = [...listOf("changed", "Files that you have changed:"), ...listOf("read", "Files that you have read and not changed:")];
  return lines.length === 0 ? undefined : { name: "files", text: lines.join("\n") };
};
