import { type Effect, type PermissionRequest, type ToolContext, ToolError } from "../loop/index.ts";
import { FileError, type ResolvedPath, type Workspace, type FileStat } from "../workspace/index.ts";
import { shownName } from "./shown-name.ts";
import { editDistance } from "../base/index.ts";
/** Returns the permission request for a path. Command output that the workspace stored counts as inside the folder. */
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

/** Returns the absolute path as typed: permissions apply to the name of a link and to its target. Undefined for `~`. */
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

const requestFor = (
  tool: string,
  effect: Effect,
  { path: subject, inside, savedOutput, alsoKnownAs }: ResolvedPath,
): PermissionRequest => ({
  tool,
  effect,
  subject,
  inside: inside || (effect === "read" && savedOutput),
  ...(alsoKnownAs === undefined ? {} : { alsoKnownAs }),
});

/**
 * Resolves a path and asserts that it still leads to the approved location. A link may have changed since then.
 * @throws {ToolError}
 */
export const allowedPath = async (context: ToolContext, workspace: Workspace, effect: Effect, path: string): Promise<ResolvedPath> => {
  const place = await resolvePath(workspace, path);
  if (isGranted(context, effect, place)) return place;
  const allowed = context.granted.filter((request) => request.effect === effect && request.inside !== undefined);
  const before = allowed.length === 1 && allowed[0]?.subject !== place.path ? `, not to ${allowed[0]?.subject}` : "";
  throw new ToolError(`${path} leads elsewhere than when it was allowed: to ${place.path}${before}. Nothing was changed. Try again.`);
};

const isGranted = ({ granted }: ToolContext, effect: Effect, { path, alsoKnownAs = [] }: ResolvedPath): boolean =>
  granted.some(
    (request) =>
      request.effect === effect && request.subject === path && alsoKnownAs.every((name) => request.alsoKnownAs?.includes(name) === true),
  );

/**
 * Requests read permission during a call, for content that the call did not intend to show.
 * @throws {ToolError} when permission is denied
 */
export const mayRead = async (context: ToolContext, tool: string, place: ResolvedPath): Promise<void> => {
  if (!isGranted(context, "read", place)) await context.permission(requestFor(tool, "read", place));
};

/** @throws {ToolError} */
export const resolvePath = (workspace: Workspace, path: string): Promise<ResolvedPath> => {
  if (path === "") throw new ToolError("The path is empty. Give the path of a file or folder.");
  return toToolError(workspace.resolve(path));
};

/** Converts file errors that the model can act on to a ToolError. */
export const toToolError = async <T>(action: Promise<T>): Promise<T> => {
  try {
    return await action;
  } catch (error) {
    throw error instanceof FileError ? new ToolError(error.message, { cause: error }) : error;
  }
};

/** Formats a path for the model: relative if it is inside the session's folder. */
export const shownPath = (workspace: Workspace, path: string): string => {
  if (path === workspace.root) return ".";
  const below = workspace.root.endsWith("/") ? workspace.root : `${workspace.root}/`;
  return shownName(path.startsWith(below) ? path.slice(below.length) : path);
};

export const assertNotAborted = ({ signal }: ToolContext): void => {
  if (signal.aborted) throw new ToolError("Cancelled.");
};

/** Returns up to three entries of the folder with names similar to a path that does not exist. */
export const nearNames = async (workspace: Workspace, path: string): Promise<readonly string[]> => {
  const cut = path.lastIndexOf("/");
  const [folder, name] = [path.slice(0, cut) || "/", path.slice(cut + 1)];
  const entries = await workspace.list(folder).catch(() => []);
  return entries
    .map((entry) => ({ path: `${folder === "/" ? "" : folder}/${entry.name}`, distance: editDistance(stem(name), stem(entry.name)) }))
    .filter((entry) => entry.distance <= Math.max(1, name.length / 3))
    .toSorted((one, other) => one.distance - other.distance)
    .slice(0, 3)
    .map((entry) => entry.path);
};

/** Returns the name in lower case and without extensions, so that `Index.js` is similar to `index.ts`. */
const stem = (name: string): string => name.toLowerCase().replace(/(?<=.)\..*$/, "");

/** Returns notes for the model about side effects of a write. `before` is the state of the file before the write. */
export const writeEffects = async (workspace: Workspace, place: ResolvedPath, before: FileStat | undefined): Promise<readonly string[]> => {
  if (before === undefined) return [];
  const after = await workspace.stat(place).catch(() => undefined);
  return [
    ...(before.links > 1 ? ["had other hard links, which still have the old content."] : []),
    ...(after === undefined || after.owner === before.owner ? [] : ["belonged to another user and now belongs to the session's user."]),
  ];
};
