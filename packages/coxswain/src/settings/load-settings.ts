import { realpathSync } from "node:fs";
import { join } from "node:path";
import { SettingsError } from "./errors.ts";
import type { CoxHome } from "./home.ts";
import type { Settings } from "./settings.ts";
import { readSettingsFile } from "./settings-file.ts";
import type { Layer } from "./shape.ts";

export interface SettingsRequest {
  readonly home: CoxHome;
  /** Project folder from `projectRoot`. */
  readonly project: string;
  /** True if the user trusts that folder. Otherwise none of its files is opened. */
  readonly trusted: boolean;
  /** Settings from environment variables. */
  readonly environment?: Settings;
  /** Settings from the command line. */
  readonly flags?: Settings;
}

export interface LoadedSettings {
  /** Effective settings. Settings that no layer sets are absent. */
  readonly settings: Settings;
  /** The layers in effect, lowest first; `effectiveSettings` computes values and sources from them. */
  readonly layers: readonly SettingsLayer[];
  /** One line for each omitted setting, with the reason. */
  readonly warnings: readonly string[];
}

/** The settings of one source. */
export interface SettingsLayer {
  /** Path of a file, or `environment` or `flags`. */
  readonly source: string;
  readonly settings: Settings;
}

/** Returns the path of the user's own file. */
export const userSettingsPath = (home: CoxHome): string => join(home.config, "settings.json");
/** Returns the path of a project's file. */
export const projectSettingsPath = (project: string): string => join(project, ".coxswain", "settings.json");

/**
 * Loads the effective settings: flags override the environment, which overrides the project, which overrides the user.
 * Lists that add up are merged, objects are merged by name, and for any other setting the upper layer wins. A project
 * can only tighten run limits, and cannot set some settings at all; the shape of each setting declares this.
 * @throws {SettingsError}
 */
export const loadSettings = async (request: SettingsRequest): Promise<LoadedSettings> => {
  const { home, project, trusted, environment = {}, flags = {} } = request;
  const user = await readLayer(userSettingsPath(home), "user");
  const found = trusted && !isUserFile(project, home) ? await readLayer(projectSettingsPath(project), "project") : undefined;
  const own = found === undefined ? undefined : await tightened(user?.settings ?? {}, found);
  const layers = [user, own, { source: "environment", settings: environment }, { source: "flags", settings: flags }].flatMap((layer) =>
    layer === undefined || Object.keys(layer.settings).length === 0 ? [] : [{ source: layer.source, settings: layer.settings }],
  );
  return {
    settings: await merge(layers),
    layers,
    warnings: [...(user?.warnings ?? []), ...(own?.warnings ?? [])],
  };
};

/**
 * Loads a single file as the user's own settings. Flags override it.
 * @throws {SettingsError} also when the file does not exist.
 */
export const loadSettingsFile = async (path: string, flags: Settings = {}): Promise<LoadedSettings> => {
  const layer = await readLayer(path, "user");
  if (layer === undefined) throw new SettingsError(`${path} does not exist.`);
  const { source, settings, warnings } = layer;
  const layers = [{ source, settings }, ...(Object.keys(flags).length === 0 ? [] : [{ source: "flags", settings: flags }])];
  return { settings: await merge(layers), layers, warnings };
};

/**
 * Returns true if the project's file is the user's own, for example with `COX_HOME=~/.coxswain` in the home folder. It
 * is then used once.
 */
const isUserFile = (project: string, home: CoxHome): boolean => {
  const file = realPath(projectSettingsPath(project));
  return file !== undefined && file === realPath(userSettingsPath(home));
};

const realPath = (path: string): string | undefined => {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined; // reading the file reports the error
  }
};

/** Loads the shape of all settings only if there is something to merge. */
const merge = async ([first, ...others]: readonly SettingsLayer[]): Promise<Settings> => {
  if (first === undefined || others.length === 0) return first?.settings ?? {};
  const { joinSettings } = await import("./join-settings.ts");
  return others.map(({ settings }) => settings).reduce(joinSettings, first.settings);
};

const tightened = async (user: Settings, { source, settings: requested, warnings }: FileLayer): Promise<FileLayer> => {
  const { tightenSettings } = await import("./join-settings.ts");
  const { settings, ignored } = tightenSettings(user, requested);
  const ignoredWarnings = ignored.map((path) => `${source}: "${path}" was ignored: a project can only make it stricter.`);
  return { source, settings, warnings: [...warnings, ...ignoredWarnings] };
};

interface FileLayer extends SettingsLayer {
  readonly warnings: readonly string[];
}

const readLayer = async (path: string, layer: Layer): Promise<FileLayer | undefined> => {
  const text = readSettingsFile(path);
  if (text === undefined) return undefined;
  // The parser is slow to load, and most folders have no settings.
  const { parseSettings } = await import("./parse-settings.ts");
  return { source: path, ...parseSettings(text, path, layer) };
};
