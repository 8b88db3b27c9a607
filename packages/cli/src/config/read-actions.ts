import { findSetting, settingsSchema } from "coxswain/settings";
import { untrustedResources } from "../configuration/index.ts";
import { columns, escapeLine, jsonLine, escapeText } from "../output/index.ts";
import { EXIT } from "../process/index.ts";
import { type ConfigAction, expectArguments, target } from "./request.ts";
import { effective, type ShownSetting } from "./effective.ts";

/** Maximum characters of a value in a line. */
const MAX_VALUE_WIDTH = 60;

/** `cox config`: lists the effective settings with their sources. */
export const list: ConfigAction = async (request) => {
  expectArguments(request.rest, []);
  const { stdout, stderr, cwd } = request.context;
  const { configuration, settings } = await effective(request);
  if (request.values.json === true) for (const { path: _, ...setting } of settings) stdout.write(jsonLine(setting));
  else stdout.write(columns(settings.map(({ key, value, sources }) => [escapeLine(key), inLine(value), escapeLine(sources.join(", "))])));
  const unread = untrustedResources(configuration, cwd);
  for (const warning of [...configuration.warnings, ...(unread === undefined ? [] : [unread])]) stderr.message(warning);
  return EXIT.done;
};

const inLine = (value: unknown): string => {
  if (value === undefined) return "-";
  const line = escapeLine(typeof value === "string" ? value : JSON.stringify(value));
  return line.length > MAX_VALUE_WIDTH ? `${line.slice(0, MAX_VALUE_WIDTH - 1)}…` : line;
};

/**
 * `cox config get KEY`: prints the effective value, a string unquoted and other values as JSON. Exit code 1 when unset.
 */
export const get: ConfigAction = async (request) => {
  const [key] = expectArguments(request.rest, ["KEY"]);
  const names = await findSetting(key);
  const { stdout, stderr } = request.context;
  const { configuration, settings } = await effective(request);
  for (const warning of configuration.warnings) stderr.message(warning);
  const value = valueAt(names, settings);
  if (value === undefined) {
    stderr.write(`cox: ${escapeLine(key)} is not set and has no default\n`);
    return EXIT.failed;
  }
  if (typeof value !== "string" || request.values.json === true) stdout.write(jsonLine(value));
  else stdout.write(`${stdout.isTerminal ? escapeText(value) : value}\n`);
  return EXIT.done;
};

/** Returns the effective value of a key; for an object, all of its fields. */
const valueAt = (names: readonly string[], settings: readonly SettingValue[]): unknown =>
  nested(
    settings
      .filter(({ path, value }) => value !== undefined && names.every((name, at) => path[at] === name))
      .map(({ path, value }) => ({ path: path.slice(names.length), value })),
  );

type SettingValue = Pick<ShownSetting, "path" | "value">;

const nested = (settings: readonly SettingValue[]): unknown => {
  const [first] = settings;
  if (first === undefined || first.path.length === 0) return first?.value;
  const names = new Set(settings.map(({ path: [name = ""] }) => name));
  const below = (name: string): readonly SettingValue[] =>
    settings.filter(({ path }) => path[0] === name).map(({ path, value }) => ({ path: path.slice(1), value }));
  return Object.fromEntries([...names].map((name) => [name, nested(below(name))]));
};

/** `cox config path`: prints the file's path, even if it does not exist. */
export const path: ConfigAction = async (request) => {
  expectArguments(request.rest, []);
  const { stdout } = request.context;
  const { path: file } = target(request);
  stdout.write(`${stdout.isTerminal ? escapeText(file) : file}\n`);
  return EXIT.done;
};

/** `cox config schema`: prints the JSON Schema for editors. */
export const schema: ConfigAction = async ({ rest, context: { stdout } }) => {
  expectArguments(rest, []);
  stdout.write(`${JSON.stringify(await settingsSchema(), null, 2)}\n`);
  return EXIT.done;
};
