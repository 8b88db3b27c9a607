import { effectiveSettings } from "coxswain/settings";
import { type Configuration, configure, flagSettings, maskingOf } from "../configuration/index.ts";
import { redactKey, redactKeys } from "../output/index.ts";
import type { ConfigRequest } from "./request.ts";

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

/** Matches names of fields that may hold a key. */
const SECRET = /auth|key|token|secret|cookie|password/i;

/** Redacts possible keys in a value. @param mask redacts known keys and key shapes */
export const redactValue = (value: unknown, secret: boolean, mask: (text: string) => string): unknown => {
  if (typeof value === "string") return secret ? redactKey(value) : redactKeys(mask(value));
  if (Array.isArray(value)) return value.map((item: unknown) => redactValue(item, secret, mask));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]: readonly [string, unknown]) => [name, redactValue(item, secret || SECRET.test(name), mask)]),
  );
};
