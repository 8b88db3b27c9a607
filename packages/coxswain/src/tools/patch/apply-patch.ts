import { type PermissionRequest, textResult, type ToolContext, ToolError, type ToolResult } from "../../loop/index.ts";
import type { Workspace } from "../../workspace/index.ts";
import { writeEffects, assertNotAborted, fileRequest } from "../file-access.ts";
import { fileDiff } from "../file-diff.ts";
import { rememberFile } from "../files-seen.ts";
import { LIMITS } from "../limits.ts";
import { makeChanges } from "./make-changes.ts";
import { parsePatch, type PatchChange } from "./parse-patch.ts";
import { patchTargets } from "./patch-targets.ts";
import { planChange, type PlannedChange } from "./plan-change.ts";

const limits = LIMITS.apply_patch;

/**
 * Returns the permission requests of a patch.
 * @throws {ToolError}
 */
export const patchRequests = async (workspace: Workspace, patch: string): Promise<readonly PermissionRequest[]> =>
  (await Promise.all(changesIn(patch).map((change) => requestsFor(workspace, change)))).flat();

/**
 * Applies all changes of a patch or none.
 * @throws {ToolError}
 */
export const applyPatch = async (workspace: Workspace, patch: string, context: ToolContext): Promise<ToolResult> => {
  const targets = await patchTargets(context, workspace, changesIn(patch));
  const paths = targets.flatMap(({ file, to }) => (to === undefined ? [file.path] : [file.path, to.path]));
  return exclusively(workspace, paths.toSorted(), async () => {
    assertNotAborted(context);
    const planned: PlannedChange[] = [];
    for (const target of targets) planned.push(await planChange(workspace, context, target));
    await makeChanges(workspace, planned);
    for (const change of planned) await remember(context, change);
    return describe(planned, (await Promise.all(planned.map((change) => besides(workspace, change)))).flat());
  });
};

/** @throws {ToolError} */
const changesIn = (patch: string): readonly PatchChange[] => {
  if (Buffer.byteLength(patch) > limits.bytes)
    throw new ToolError(`The patch is over ${limits.bytes} bytes. Split it into several patches.`);
  const changes = parsePatch(patch);
  if (changes.length > limits.files) {
    throw new ToolError(`The patch changes ${changes.length} files; the maximum is ${limits.files}. Split it into several patches.`);
  }
  return changes;
};

/** Changing, moving or deleting a file reveals its content, so these operations need read permission too. */
const requestsFor = async (workspace: Workspace, change: PatchChange): Promise<readonly PermissionRequest[]> => {
  const write = (path: string) => fileRequest(workspace, "apply_patch", "write", path);
  const to = change.kind === "update" && change.to !== undefined ? await write(change.to) : [];
  const read = change.kind === "add" ? [] : await fileRequest(workspace, "apply_patch", "read", change.path);
  return [...read, ...(await write(change.path)), ...to];
};

/** Acquires the locks in the order of the names, so that two patches cannot deadlock. */
const exclusively = <T>(workspace: Workspace, [first, ...others]: readonly string[], action: () => Promise<T>): Promise<T> =>
  first === undefined ? action() : workspace.exclusively(first, () => exclusively(workspace, others, action));

const remember = async (context: ToolContext, { file, to, bytes }: PlannedChange): Promise<void> => {
  if (bytes !== undefined) await rememberFile(context, (to ?? file).path, bytes, "written");
};

const besides = async (workspace: Workspace, { file, to, found, old, bytes, notes }: PlannedChange): Promise<readonly string[]> => {
  if (old === undefined || bytes === undefined || Buffer.compare(old, bytes) === 0) return notes;
  const place = to ?? file;
  return [...(await writeEffects(workspace, place, found)).map((effect) => `${place.shown} ${effect}`), ...notes];
};

const describe = async (changes: readonly PlannedChange[], notes: readonly string[]): Promise<ToolResult> => {
  const diffs = await Promise.all(changes.map(({ file, to, before, after }) => fileDiff((to ?? file).shown, before, after)));
  const sum = (which: "added" | "removed"): number => diffs.reduce((total, diff) => total + diff[which], 0);
  const diff = diffs.map((one) => one.diff ?? "").join("");
  const lines = ["Applied all changes of the patch:", ...changes.map(lineOf), ...notes];
  return textResult(lines.join("\n"), {
    files: changes.map(({ file, to }) => (to ?? file).shown),
    diff,
    added: sum("added"),
    removed: sum("removed"),
  });
};

const lineOf = ({ change, file, to }: PlannedChange): string => {
  if (change.kind === "add") return `A ${file.shown}`;
  if (change.kind === "delete") return `D ${file.shown}`;
  return to === undefined ? `M ${file.shown}` : `M ${file.shown} -> ${to.shown}`;
};
