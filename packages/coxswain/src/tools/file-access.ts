import { type Effect, type PermissionRequest, type ToolContext, ToolError } from "../loop/index.ts";
import { FileError, type Place, type Workspace } from "../workspace/index.ts";
import { shownName } from "./shown-name.ts";

/** What has to be allowed to use a path. Output that the workspace kept may be read like the folder's own files. */
export const fileRequest = async (
  workspace: Workspace,
  tool: string,
  effect: Effect,
  path: string,
): Promise<readonly PermissionRequest[]> => {
  const place = await resolvePath(workspace, path);
  const named = namedPath(workspace.root, path);
  return [
    requestFor(
      tool,
      effect,
      named === undefined || named === place.path.replaceAll("\\", "/")
        ? place
        : { ...place, alsoKnownAs: [named, ...(place.alsoKnownAs ?? [])] },
    ),
  ];
};

/** As it is named, absolute: what a link is called counts as well as where it leads. Where `~` is only the workspace knows. */
const namedPath = (root: string, path: string): string | undefined => {
  if (path.startsWith("~")) return undefined;
  const parts: string[] = [];
  const slashes = path.replaceAll("\\", "/");
  const whole = /^(?:\/|[A-Za-z]:)/.test(path) ? slashes : `${root.replaceAll("\\", "/")}/${slashes}`;
  for (const part of whole.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return `${whole.startsWith("/") ? "/" : ""}${parts.join("/")}`;
};

const requestFor = (tool: string, effect: Effect, { path: subject, inside, keptOutput, alsoKnownAs }: Place): PermissionRequest => ({
  tool,
  effect,
  subject,
  inside: inside || (effect === "read" && keptOutput),
  ...(alsoKnownAs === undefined ? {} : { alsoKnownAs }),
});

/**
 * Where a path leads, if that is where it led when it was allowed: a link may have been put there since.
 * @throws {ToolError}
 */
export const allowedPlace = async (context: ToolContext, workspace: Workspace, effect: Effect, path: string): Promise<Place> => {
  const place = await resolvePath(workspace, path);
  if (isGranted(context, effect, place)) return place;
  const allowed = context.granted.filter((request) => request.effect === effect && request.inside !== undefined);
  const before = allowed.length === 1 && allowed[0]?.subject !== place.path ? `, not to ${allowed[0]?.subject}` : "";
  throw new ToolError(`${path} leads elsewhere than when it was allowed: to ${place.path}${before}. Nothing was done. Try again.`);
};

const isGranted = ({ granted }: ToolContext, effect: Effect, { path, alsoKnownAs = [] }: Place): boolean =>
  granted.some(
    (request) =>
      request.effect === effect && request.subject === path && alsoKnownAs.every((name) => request.alsoKnownAs?.includes(name) === true),
  );

/** For content that only now turns out to be shown. @throws {ToolError} where it may not be */
export const mayRead = async (context: ToolContext, tool: string, place: Place): Promise<void> => {
  if (!isGranted(context, "read", place)) await context.permission(requestFor(tool, "read", place));
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
  return shownName(path.startsWith(below) ? path.slice(below.length) : path);
};

export const assertNotAborted = ({ signal }: ToolContext): void => {
  if (signal.aborted) throw new ToolError("Cancelled.");
};
