import { join } from "node:path";
import type { CoxHome } from "./home.ts";
import type { BudgetSettings, Settings } from "./settings.ts";
import { readSettingsFile } from "./settings-file.ts";
import type { Layer } from "./shape.ts";

export interface SettingsRequest {
  readonly home: CoxHome;
  /** The project's folder, as `projectRoot` finds it. */
  readonly project: string;
  /** Whether the person trusts that folder. If not, nothing in it is opened. */
  readonly trusted: boolean;
  /** What was said on the command line. */
  readonly flags?: Settings;
}

export interface LoadedSettings {
  readonly settings: Settings;
  /** What was left out and why, one line each. */
  readonly warnings: readonly string[];
  /** For each setting, where it came from: paths of files, or `flags`. */
  readonly sources: Readonly<Partial<Record<keyof Settings, readonly string[]>>>;
}

/**
 * The settings that hold: flags over the project's over the person's own. `allow` adds up, `timeouts` are joined name by
 * name, as `budget` is; of that and of `maxTurns` the project can only lower the person's; any other setting replaces the one below it whole.
 * @throws {SettingsError}
 */
export const loadSettings = async ({ home, project, trusted, flags = {} }: SettingsRequest): Promise<LoadedSettings> => {
  const user = await readLayer(join(home.config, "settings.json"), "user");
  const own = trusted ? await readLayer(join(project, ".coxswain", "settings.json"), "project") : NONE;
  const layers = [
    user,
    { ...own, settings: withinLimits(own.settings, user.settings) },
    { source: "flags", settings: flags, warnings: [] },
  ];
  return {
    settings: layers.map(({ settings }) => settings).reduce(merge, {}),
    warnings: layers.flatMap(({ warnings }) => warnings),
    sources: sourcesOf(layers),
  };
};

interface LayerSettings {
  readonly source: string;
  readonly settings: Settings;
  readonly warnings: readonly string[];
}

const NONE: LayerSettings = { source: "", settings: {}, warnings: [] };

const readLayer = async (path: string, layer: Layer): Promise<LayerSettings> => {
  const text = readSettingsFile(path);
  if (text === undefined) return NONE;
  // The parser takes its time to load, and most folders have no settings.
  const { parseSettings } = await import("./parse-settings.ts");
  return { source: path, ...parseSettings(text, path, layer) };
};

/** A project's settings without limits that are wider than the person's; 0 is no limit. */
const withinLimits = (project: Settings, user: Settings): Settings => {
  const { maxTurns, budget, ...others } = project;
  const narrower = Object.entries(budget ?? {}).filter(([name, limit]) => !isWider(limit, user.budget?.[name as keyof BudgetSettings]));
  return {
    ...others,
    ...(maxTurns === undefined || isWider(maxTurns, user.maxTurns) ? {} : { maxTurns }),
    ...(narrower.length === 0 ? {} : { budget: Object.fromEntries(narrower) }),
  };
};

const isWider = (limit: number, than: number | undefined): boolean => (limit || Infinity) > (than || Infinity);

const merge = (below: Settings, above: Settings): Settings => {
  const allow = new Set([...(below.allow ?? []), ...(above.allow ?? [])]);
  const timeouts = { ...below.timeouts, ...above.timeouts };
  const budget = { ...below.budget, ...above.budget };
  return {
    ...below,
    ...above,
    ...(allow.size > 0 ? { allow: [...allow] } : {}),
    ...(Object.keys(timeouts).length > 0 ? { timeouts } : {}),
    ...(Object.keys(budget).length > 0 ? { budget } : {}),
  };
};

const sourcesOf = (layers: readonly LayerSettings[]): LoadedSettings["sources"] => {
  const sources: Partial<Record<keyof Settings, string[]>> = {};
  for (const { source, settings } of layers) {
    for (const key of Object.keys(settings) as (keyof Settings)[]) {
      const adds = key === "allow" || key === "timeouts" || key === "budget";
      sources[key] = [...(adds ? (sources[key] ?? []) : []), source];
    }
  }
  return sources;
};
