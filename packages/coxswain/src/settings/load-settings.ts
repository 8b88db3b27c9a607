import { realpathSync } from "node:fs";
import { homedir } from "node:os";
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
 * can only tighten run limits, and cannot set some settings at all; the shape of each setting declares this. The permission
 * rules of a trusted project's Claude Code settings count too, including those that allow.
 * @throws {SettingsError}
 */
export const loadSettings = async (request: SettingsRequest): Promise<LoadedSettings> => {
  const { home, project, trusted, environment = {}, flags = {} } = request;
  const user = await readLayer(userSettingsPath(home), "user");
  const found = trusted && !isUserFile(project, home) ? await readLayer(projectSettingsPath(project), "project") : undefined;
  const own = found === undefined ? undefined : await tightened(user?.settings ?? {}, found);
  const claude = trusted ? await claudeLayers(project) : [];
  const layers = [user, own, ...claude, { source: "environment", settings: environment }, { source: "flags", settings: flags }].flatMap(
    (layer) =>
      layer === undefined || Object.keys(layer.settings).length === 0 ? [] : [{ source: layer.source, settings: layer.settings }],
  );
  return {
    settings: await merge(layers),
    layers,
    warnings: [user, own, ...claude].flatMap((layer) => layer?.warnings ?? []),
  };
};

/** Files in which Claude Code stores a project's settings. */
const CLAUDE_FILES = [join(".claude", "settings.json"), join(".claude", "settings.local.json")];

/** The permission rules of Claude Code's files. Such a file in the home folder is the user's, even if that is a project. */
const claudeLayers = async (project: string): Promise<readonly FileLayer[]> => {
  if (realPath(project) === realPath(homedir())) return [];
  const layers: FileLayer[] = [];
  for (const source of CLAUDE_FILES.map((name) => join(project, name))) {
    const text = readForeignFile(source);
    if (typeof text === "object") layers.push({ source, settings: {}, warnings: [text.fault] });
    if (typeof text !== "string") continue;
    const { claudePermissions } = await import("./claude-permissions.ts");
    const { permissions, warnings } = claudePermissions(text, { source, project });
    layers.push({ source, settings: Object.keys(permissions).length === 0 ? {} : { permissions }, warnings });
  }
  return layers;
};

/** A file of another program that cannot be read is not an error. */
const readForeignFile = (path: string): string | { readonly fault: string } | undefined => {
  try {
    return readSettingsFile(path);
  } catch (error) {
    return { fault: `Its permission rules were skipped: ${error instanceof Error ? error.message : String(error)}` };
  }
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
