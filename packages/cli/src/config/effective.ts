import { effectiveSettings } from "coxswain/settings";
import { type Configuration, configure, flagSettings, maskingOf } from "../configuration/index.ts";
import type { ConfigRequest } from "./config-request.ts";
import { shownValue } from "./shown-value.ts";

/** A setting to display. */
export interface ShownSetting {
  readonly key: string;
  readonly path: readonly string[];
  /** The value without secrets; undefined if unset without a fixed default. */
  readonly value: unknown;
  /** Sources for people: paths, `COX_MODEL`, `command line` or `default`. */
  readonly sources: readonly string[];
}

/** Returns the effective settings of a task in this folder with the same flags. @throws {SettingsError} */
export const effective = async ({
  values,
  surroundings: { env, cwd },
}: Pick<ConfigRequest, "values" | "surroundings">): Promise<{
  readonly configuration: Configuration;
  readonly settings: readonly ShownSetting[];
}> => {
  const configuration = await configure({ env, cwd, flags: flagSettings(values) });
  const { foreignText } = maskingOf(configuration);
  const all = await effectiveSettings(configuration.layers);
  const settings = all.map(({ key, path, value, sources, secret }) => ({
    key,
    path,
    value: shownValue(value, secret, foreignText),
    sources: sources.length === 0 ? ["default"] : sources.map((source) => SOURCES.get(source) ?? source),
  }));
  return { configuration, settings };
};

const SOURCES: ReadonlyMap<string, string> = new Map([
  ["environment", "COX_MODEL"],
  ["flags", "command line"],
]);
