import { realpathSync } from "node:fs";
import { join } from "node:path";
import { SettingsError } from "./errors.ts";
import type { CoxHome } from "./home.ts";
import type { Settings } from "./settings.ts";
import { readSettingsFile } from "./settings-file.ts";
import type { Layer } from "./shapes/index.ts";

export interface SettingsRequest {
  readonly home: CoxHome;
  /** The project's folder, as `projectRoot` finds it. */
  readonly project: string;
  /** Whether the person trusts that folder. If not, nothing in it is opened. */
  readonly trusted: boolean;
  /** What the environment says. */
  readonly environment?: Settings;
  /** What was said on the command line. */
  readonly flags?: Settings;
}

export interface LoadedSettings {
  /** What holds of all that is said. What nobody says is not in it. */
  readonly settings: Settings;
  /** What each place says that counts, the upper ones last: `effectiveSettings` tells what holds of it, and from where. */
  readonly layers: readonly SettingsLayer[];
  /** What was left out and why, one line each. */
  readonly warnings: readonly string[];
}

/** What one place says. */
export interface SettingsLayer {
  /** Path of a file, or `environment` or `flags`. */
  readonly source: string;
  readonly settings: Settings;
}

/** The person's own file. */
export const userSettingsPath = (home: CoxHome): string => join(home.config, "settings.json");
/** The file of a project. */
export const projectSettingsPath = (project: string): string => join(project, ".coxswain", "settings.json");

/**
 * The settings that hold: flags over the environment over the project's over the person's own. Lists that add up are joined, objects are
 * joined name by name, and of any other setting the upper one counts. What limits a run a project can only tighten, and some
 * settings are none of its business: each says so in its shape.
 * @throws {SettingsError}
 */
export const loadSettings = async (request: SettingsRequest): Promise<LoadedSettings> => {
  const { home, project, trusted, environment = {}, flags = {} } = request;
  const user = await readLayer(userSettingsPath(home), "user");
  const found = trusted && !isPersons(project, home) ? await readLayer(projectSettingsPath(project), "project") : undefined;
  const own = found === undefined ? undefined : await withinLimits(user?.settings ?? {}, found);
  const layers = [user, own, { source: "environment", settings: environment }, { source: "flags", settings: flags }].flatMap((layer) =>
    layer === undefined || Object.keys(layer.settings).length === 0 ? [] : [{ source: layer.source, settings: layer.settings }],
  );
  return {
    settings: await joined(layers),
    layers,
    warnings: [...(user?.warnings ?? []), ...(own?.warnings ?? [])],
  };
};

/**
 * What one file says, as a person's own, and nothing else.
 * @throws {SettingsError} also where there is none.
 */
export const loadSettingsFile = async (path: string): Promise<LoadedSettings> => {
  const layer = await readLayer(path, "user");
  if (layer === undefined) throw new SettingsError(`${path} does not exist.`);
  const { source, settings, warnings } = layer;
  return { settings, layers: [{ source, settings }], warnings };
};

/** Whether a project's file is the person's own, as in the home of one who keeps all of Coxswain in `~/.coxswain`: it counts once then. */
const isPersons = (project: string, home: CoxHome): boolean => {
  const file = realPath(projectSettingsPath(project));
  return file !== undefined && file === realPath(userSettingsPath(home));
};

const realPath = (path: string): string | undefined => {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined; // reading it says what is wrong with it
  }
};

/** What takes the shape of all settings is loaded only where there is something to join. */
const joined = async ([first, ...others]: readonly SettingsLayer[]): Promise<Settings> => {
  if (first === undefined || others.length === 0) return first?.settings ?? {};
  const { joinSettings } = await import("./join-settings.ts");
  return others.map(({ settings }) => settings).reduce(joinSettings, first.settings);
};

const withinLimits = async (user: Settings, { source, settings: said, warnings }: FileLayer): Promise<FileLayer> => {
  const { tightenSettings } = await import("./join-settings.ts");
  const { settings, leftOut } = tightenSettings(user, said);
  const lost = leftOut.map((path) => `${source}: "${path}" is left out: a project can only be stricter than you are.`);
  return { source, settings, warnings: [...warnings, ...lost] };
};

interface FileLayer extends SettingsLayer {
  readonly warnings: readonly string[];
}

const readLayer = async (path: string, layer: Layer): Promise<FileLayer | undefined> => {
  const text = readSettingsFile(path);
  if (text === undefined) return undefined;
  // The parser takes its time to load, and most folders have no settings.
  const { parseSettings } = await import("./parse-settings.ts");
  return { source: path, ...parseSettings(text, path, layer) };
};
