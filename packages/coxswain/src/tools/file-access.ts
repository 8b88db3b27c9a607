import { type Effect, type PermissionRequest, type ToolContext, ToolError } from "../loop/index.ts";
import { FileError, type Place, type Workspace } from "../workspace/index.ts";

/** What has to be allowed to use a path. Output that the workspace kept may be read like the folder's own files. */
export const fileRequest = async (
  workspace: Workspace,
  tool: string,
  effect: Effect,
  path: string,
): Promise<readonly PermissionRequest[]> => {
  const { path: subject, inside, keptOutput, alsoKnownAs } = await resolvePath(workspace, path);
  const names = alsoKnownAs === undefined ? {} : { alsoKnownAs };
  return [{ tool, effect, subject, inside: inside || (effect === "read" && keptOutput), ...names }];
};

/** @throws {ToolError} */
export const resolvePath = (workspace: Workspace, path: string): Promise<Place> => {
  if (path === "") throw new ToolError("The path is empty. Give the path of a file or folder.");
  return orToolError(workspace.resolve(path));
};

/** Passes on what the model can read: a file's trouble becomes a ToolError. */
export const orToolError = async <T>(action: Promise<T>): Promise<T> => {
  try {
    return await action;
  } catch (error) {
    throw error instanceof FileError ? new ToolError(error.message, { cause: error }) : error;
  }
};

/** A path as the model is told it: relative where it is inside the session's folder. */
export const shownPath = (workspace: Workspace, path: string): string => {
  if (path === workspace.root) return ".";
  const below = workspace.root.endsWith("/") ? workspace.root : `${workspace.root}/`;
  return path.startsWith(below) ? path.slice(below.length) : path;
};

export const assertNotAborted = ({ signal }: ToolContext): void => {
  if (signal.aborted) throw new ToolError("Cancelled.");
};
