import type { CommandEffects, Gate, PathUse, PermissionRequest, ShellCommand } from "../loop/index.ts";
import { type CommandReader, commandReader } from "../policy/index.ts";
import type { Workspace } from "../workspace/index.ts";

/** Paths of one command line that are resolved. */
const MOST_PATHS = 200;

/** Wraps a gate: adds the effects of command lines to their requests. */
export const readingCommands = (gate: Gate, workspace: Workspace): Gate => {
  let reader: Promise<CommandReader> | undefined;
  return {
    async check(call, requests, ...rest) {
      if (requests.every(({ shell }) => shell === undefined)) return gate.check(call, requests, ...rest);
      const read = await (reader ??= commandReader());
      return gate.check(call, await Promise.all(requests.map((request) => withEffects(request, workspace, read))), ...rest);
    },
  };
};

/** Adds to a command line's request its effects, with paths resolved in this workspace. */
export const withEffects = async (request: PermissionRequest, workspace: Workspace, read: CommandReader): Promise<PermissionRequest> => {
  if (request.shell === undefined || request.effects !== undefined) return request;
  const effects = read(request.subject);
  const [places, configured] = await Promise.all([resolved(effects, workspace), configuredIn(effects, workspace)]);
  return { ...request, effects: { ...places, ...configured } };
};

/** Programs whose configuration names other programs. */
const CONFIGURABLE = ["git", "rg"] as const;

const configuredIn = async ({ commands }: CommandEffects, workspace: Workspace): Promise<Pick<CommandEffects, "configured">> => {
  if (workspace.configuredPrograms === undefined) return {};
  const used = CONFIGURABLE.filter((program) => commands.some((command) => runs(command, program)));
  const found = used.map(async (program) => ((await workspace.configuredPrograms?.(program)) ?? []).map((reason) => ({ program, reason })));
  return { configured: (await Promise.all(found)).flat() };
};

const runs = ({ words, inside }: ShellCommand, program: string): boolean =>
  words[0]?.text === program || inside.some((command) => runs(command, program));

const resolved = async (effects: CommandEffects, workspace: Workspace): Promise<CommandEffects> => {
  const { paths } = effects;
  const places = await Promise.all(paths.slice(0, MOST_PATHS).map((use) => placesOf(use, workspace)));
  const unresolved = paths.length > MOST_PATHS ? [`it names more than ${MOST_PATHS} files`] : [];
  return { ...effects, paths: places.flat(), unresolved: [...effects.unresolved, ...unresolved] };
};

/**
 * Returns the target of a path, the path itself, and other names of the file: a rule may match a link or its target. A shell
 * follows links before `..`, as `resolve` does, so `link/..` is not the folder of the link.
 */
const placesOf = async (use: PathUse, workspace: Workspace): Promise<readonly PathUse[]> => {
  const { path, use: how, whole, within, redirect } = use;
  try {
    // Folders of other users, and those that the shell has been in, are known only to the shell.
    if (/^~[^/]/.test(path)) return [{ ...use, inside: false }];
    if (within !== undefined && (await workspace.stat(within))?.kind !== "folder") return [];
    const place = await workspace.resolve(path);
    const inside = place.inside || (how === "read" && place.savedOutput);
    const besides = { use: how, ...(whole === undefined ? {} : { whole }) };
    const holdsSecrets = whole === true && how === "read" && inside && (await workspace.holdsUnsearched?.(place)) === true;
    return [
      { path: place.path, inside, ...besides, ...(holdsSecrets ? { holdsSecrets } : {}), ...(redirect === undefined ? {} : { redirect }) },
      ...[path, ...(place.alsoKnownAs ?? [])].map((name) => ({ path: name, ...besides })),
    ];
  } catch {
    return [{ ...use, inside: false }];
  }
};
