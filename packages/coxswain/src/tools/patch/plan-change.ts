import { type ToolContext, ToolError } from "../../loop/index.ts";
import type { FileStat, Workspace } from "../../workspace/index.ts";
import { toToolError } from "../file-access.ts";
import { assertSeen } from "../files-seen.ts";
import { LIMITS } from "../limits.ts";
import { withUnixLineEnds } from "../line-ends.ts";
import { refuseMasks } from "../masked-text.ts";
import { encodeLike, decodeText, encodeText } from "../text-file.ts";
import { applyHunks } from "./apply-hunks.ts";
import type { PatchFile, PatchTarget } from "./patch-targets.ts";

/** Validated change with the current and the new content. */
export interface PlannedChange extends PatchTarget {
  /** Undefined if the file does not exist yet. */
  readonly old: Uint8Array | undefined;
  /** Undefined if the file is deleted. */
  readonly bytes: Uint8Array | undefined;
  /** Old and new text with `\n` line ends. */
  readonly before: string;
  readonly after: string;
  /** State of the file whose content changes. */
  readonly found?: FileStat;
  readonly notes: readonly string[];
}

/**
 * Validates a change against the current file on disk. Writes nothing.
 * @throws {ToolError}
 */
export const planChange = async (workspace: Workspace, context: ToolContext, target: PatchTarget): Promise<PlannedChange> => {
  const { change, file, to } = target;
  const found = await toToolError(workspace.stat(file));
  if (change.kind === "add") {
    if (found !== undefined) throw new ToolError(`${file.shown} exists already. Nothing was changed. Use *** Update File: for it.`);
    refuseMasks(change.text, "", file.shown);
    return { ...target, old: undefined, bytes: Buffer.from(change.text, "utf8"), before: "", after: change.text, notes: [] };
  }
  if (found === undefined) throw new ToolError(`${file.shown} does not exist. Nothing was changed.`);
  const old = await toToolError(workspace.read(file, { maxBytes: LIMITS.edit.fileBytes }));
  await assertSeen(context, { tool: "apply_patch", place: file, shown: file.shown }, old);
  const decoded = decodeText(old);
  if (decoded === undefined) throw new ToolError(`${file.shown} is binary; it cannot be patched as text. Nothing was changed.`);
  const before = withUnixLineEnds(decoded.text).text;
  if (change.kind === "delete") return { ...target, old, bytes: undefined, before, after: "", notes: [] };
  if (change.kind === "rewrite") {
    refuseMasks(change.text, before, file.shown);
    return { ...target, old, bytes: encodeLike(decoded, change.text), before, after: change.text, found, notes: [] };
  }
  if (to !== undefined) await assertAbsent(workspace, to);
  const hunks = change.sections.flat();
  const added = hunks.flatMap(({ lines }) => lines.flatMap(({ kind, text }) => (kind === "add" ? [text] : [])));
  refuseMasks(added.join("\n"), before, file.shown);
  const notes: string[] = [];
  let { text } = decoded;
  for (const section of change.sections) {
    const patched = applyHunks(text, section, file.shown);
    text = patched.text;
    notes.push(...patched.notes);
  }
  const bytes = encodeText({ ...decoded, text });
  if (bytes === undefined) {
    throw new ToolError(
      `${file.shown} is in ${decoded.encoding}, which has no bytes for some characters of the patch. Nothing was changed.`,
    );
  }
  return { ...target, old, bytes, before, after: withUnixLineEnds(text).text, found, notes };
};

const assertAbsent = async (workspace: Workspace, file: PatchFile): Promise<void> => {
  if ((await toToolError(workspace.stat(file))) !== undefined) throw new ToolError(`${file.shown} exists already. Nothing was changed.`);
};
