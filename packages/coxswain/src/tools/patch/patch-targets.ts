import { type ToolContext, ToolError } from "../../loop/index.ts";
import type { ResolvedPath, Workspace } from "../../workspace/index.ts";
import { allowedPath, resolvePath, shownPath } from "../file-access.ts";
import type { Hunk, PatchChange } from "./parse-patch.ts";

/** File that a patch refers to. */
export interface PatchFile extends ResolvedPath {
  /** Path as shown to the model. */
  readonly shown: string;
}

/** File with all changes that the patch makes to it. */
export interface PatchTarget {
  readonly change:
    | { readonly kind: "add"; readonly text: string }
    /** Replaces the content of a file. */
    | { readonly kind: "rewrite"; readonly text: string }
    | { readonly kind: "delete" }
    /** Each section is searched from the start of the file, after the changes of the previous section. */
    | { readonly kind: "update"; readonly sections: readonly (readonly Hunk[])[] };
  readonly file: PatchFile;
  readonly to?: PatchFile;
}

/**
 * Resolves the files of a patch and merges sections of the same file.
 * @throws {ToolError} when two sections of one file conflict, or when a link would be moved or deleted
 */
export const patchTargets = async (
  context: ToolContext,
  workspace: Workspace,
  changes: readonly PatchChange[],
): Promise<readonly PatchTarget[]> => {
  const targets = new Map<string, PatchTarget>();
  for (const change of changes) {
    const next = await targetOf(context, workspace, change);
    const before = targets.get(next.file.path);
    const both = before === undefined ? next : together(before, next);
    if (both === undefined) throw twice(next.file);
    targets.set(next.file.path, both);
  }
  const seen = new Set(targets.keys());
  for (const { to } of targets.values()) {
    if (to === undefined) continue;
    if (seen.has(to.path)) throw twice(to);
    seen.add(to.path);
  }
  return [...targets.values()];
};

const targetOf = async (context: ToolContext, workspace: Workspace, change: PatchChange): Promise<PatchTarget> => {
  const file = await fileAt(context, workspace, change.path);
  if (change.kind === "add") return { change, file };
  const to = change.kind === "update" && change.to !== undefined ? await fileAt(context, workspace, change.to) : undefined;
  if ((to !== undefined || change.kind === "delete") && (await isLink(workspace, change.path, file.path)))
    throw new ToolError(`${change.path} is a link. Nothing was changed. Move or delete it with bash.`);
  if (change.kind === "delete") return { change, file };
  const moves = to !== undefined && to.path !== file.path;
  return { change: { kind: "update", sections: [change.hunks] }, file, ...(moves ? { to } : {}) };
};

/** Merges two changes of one file: delete and add become a rewrite; two updates become one with both sections. */
const together = (before: PatchTarget, next: PatchTarget): PatchTarget | undefined => {
  const [one, other] = [before.change, next.change];
  if (one.kind === "delete" && other.kind === "add") return { ...next, change: { kind: "rewrite", text: other.text } };
  if (one.kind === "update" && other.kind === "update" && before.to === undefined)
    return { ...next, change: { kind: "update", sections: [...one.sections, ...other.sections] } };
  return undefined;
};

const twice = ({ shown }: PatchFile): ToolError =>
  new ToolError(`The patch has conflicting sections for ${shown}. Nothing was changed. Combine them into one.`);

const fileAt = async (context: ToolContext, workspace: Workspace, path: string): Promise<PatchFile> => {
  const place = await allowedPath(context, workspace, "write", path);
  return { ...place, shown: shownPath(workspace, place.path) };
};

/**
 * Checks whether the last segment of a path is a link: its real path differs from the real path of its folder plus its
 * name.
 */
const isLink = async (workspace: Workspace, path: string, real: string): Promise<boolean> => {
  const cut = path.replace(/\/+$/, "").lastIndexOf("/");
  const folder = (await resolvePath(workspace, cut < 0 ? "." : path.slice(0, cut) || "/")).path;
  return real !== `${folder === "/" ? "" : folder}/${path.slice(cut + 1)}`;
};
