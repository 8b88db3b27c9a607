import { effectiveSettings } from "coxswain/settings";
import { type Configuration, configure, flagSettings, maskingOf } from "../configuration/index.ts";
import type { ConfigRequest } from "./request.ts";
import { redactValue } from "./redact-value.ts";

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
  context: { env, cwd },
}: Pick<ConfigRequest, "values" | "context">): Promise<{
  readonly configuration: Configuration;
  readonly settings: readonly ShownSetting[];
}> => {
  const configuration = await configure({ env, cwd, flags: flagSettings(values) });
  const { foreignText } = maskingOf(configuration);
  const all = await effectiveSettings(configuration.layers);
  const settings = all.map(({ key, path, value, sources, secret }) => ({
    key,
    path,
    value: redactValue(value, secret, foreignText),
    sources: sources.length === 0 ? ["default"] : sources.map((source) => SOURCES.get(source) ?? source),
  }));
  return { configuration, settings };
};

const SOURCES: ReadonlyMap<string, string> = new Map([
  ["environment", "COX_MODEL"],
  ["flags", "command line"],
]);
