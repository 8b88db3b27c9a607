import { type ToolContext, ToolError } from "../../loop/index.ts";
import type { Workspace } from "../../workspace/index.ts";
import { orToolError } from "../file-access.ts";
import { assertKnown } from "../known-file.ts";
import { LIMITS } from "../limits.ts";
import { withUnixLineEnds } from "../line-ends.ts";
import { refuseMasks } from "../masked-text.ts";
import { decodeText, encodeText } from "../text-file.ts";
import { applyHunks } from "./apply-hunks.ts";
import type { PatchFile, PatchTarget } from "./patch-targets.ts";

/** A change that can be made: what is there, and what is to be. */
export interface PlannedChange extends PatchTarget {
  /** Undefined: there is no file yet. */
  readonly old: Uint8Array | undefined;
  /** Undefined: it goes. */
  readonly bytes: Uint8Array | undefined;
  /** Both as text with `\n` line ends. */
  readonly before: string;
  readonly after: string;
  readonly notes: readonly string[];
}

/** Judges a change by what is on disk now, and writes nothing. @throws {ToolError} */
export const planChange = async (workspace: Workspace, context: ToolContext, target: PatchTarget): Promise<PlannedChange> => {
  const { change, file, to } = target;
  const found = await orToolError(workspace.stat(file.path));
  if (change.kind === "add") {
    if (found !== undefined) throw new ToolError(`${file.shown} exists already. Nothing was changed. Use *** Update File: for it.`);
    refuseMasks(change.text, "", file.shown);
    return { ...target, old: undefined, bytes: Buffer.from(change.text, "utf8"), before: "", after: change.text, notes: [] };
  }
  if (found === undefined) throw new ToolError(`${file.shown} does not exist. Nothing was changed.`);
  const old = await orToolError(workspace.read(file.path, { maxBytes: LIMITS.edit.fileBytes }));
  await assertKnown(context, file.path, file.shown, old);
  const decoded = decodeText(old);
  if (decoded === undefined) throw new ToolError(`${file.shown} is binary; it cannot be patched as text. Nothing was changed.`);
  const before = withUnixLineEnds(decoded.text).text;
  if (change.kind === "delete") return { ...target, old, bytes: undefined, before, after: "", notes: [] };
  if (to !== undefined) await assertFree(workspace, to);
  const added = change.hunks.flatMap(({ lines }) => lines.flatMap(({ kind, text }) => (kind === "add" ? [text] : [])));
  refuseMasks(added.join("\n"), before, file.shown);
  const { text, notes } = applyHunks(decoded.text, change.hunks, file.shown);
  const bytes = encodeText({ ...decoded, text });
  if (bytes === undefined) {
    throw new ToolError(
      `${file.shown} is in ${decoded.encoding}, which has no bytes for some characters of the patch. Nothing was changed.`,
    );
  }
  const links = found.links > 1 && to === undefined ? [`${file.shown} had other hard links: they keep the old content.`] : [];
  return { ...target, old, bytes, before, after: withUnixLineEnds(text).text, notes: [...links, ...notes] };
};

const assertFree = async (workspace: Workspace, { path, shown }: PatchFile): Promise<void> => {
  if ((await orToolError(workspace.stat(path))) !== undefined) throw new ToolError(`${shown} exists already. Nothing was changed.`);
};
