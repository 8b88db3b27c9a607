import { ToolError } from "../../loop/index.ts";
import type { Workspace } from "../../workspace/index.ts";
import { resolvePath, shownPath } from "../file-access.ts";
import type { PatchChange } from "./parse-patch.ts";

/** A file that a patch is about. */
export interface PatchFile {
  /** Real: links resolved. */
  readonly path: string;
  /** As the model is told it. */
  readonly shown: string;
}

/** A change, and the files that it is about. */
export interface PatchTarget {
  readonly change: PatchChange;
  readonly file: PatchFile;
  readonly to?: PatchFile;
}

/** @throws {ToolError} when two changes are about one file, or a link would be moved or deleted */
export const patchTargets = async (workspace: Workspace, changes: readonly PatchChange[]): Promise<readonly PatchTarget[]> => {
  const targets: PatchTarget[] = [];
  for (const change of changes) {
    const to = change.kind === "update" ? change.to : undefined;
    const file = await fileAt(workspace, change.path);
    if ((to !== undefined || change.kind === "delete") && (await isLink(workspace, change.path, file.path))) {
      throw new ToolError(`${change.path} is a link. Nothing was changed. Move or delete it with bash.`);
    }
    targets.push({ change, file, ...(to === undefined ? {} : { to: await fileAt(workspace, to) }) });
  }
  const seen = new Set<string>();
  for (const { path, shown } of targets.flatMap(({ file, to }) => (to === undefined ? [file] : [file, to]))) {
    if (seen.has(path)) throw new ToolError(`The patch has more than one section about ${shown}. Nothing was changed. Put them into one.`);
    seen.add(path);
  }
  return targets;
};

const fileAt = async (workspace: Workspace, path: string): Promise<PatchFile> => {
  const { path: real } = await resolvePath(workspace, path);
  return { path: real, shown: shownPath(workspace, real) };
};

/** The last part of a path is a link when it leads elsewhere than its folder has it. */
const isLink = async (workspace: Workspace, path: string, real: string): Promise<boolean> => {
  const cut = path.replace(/\/+$/, "").lastIndexOf("/");
  const folder = (await resolvePath(workspace, cut < 0 ? "." : path.slice(0, cut) || "/")).path;
  return real !== `${folder === "/" ? "" : folder}/${path.slice(cut + 1)}`;
};
