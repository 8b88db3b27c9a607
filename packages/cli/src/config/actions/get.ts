import { findSetting } from "coxswain/settings";
import { escapeLine, escapeText, jsonLine } from "../../output/index.ts";
import { EXIT } from "../../process/index.ts";
import type { ConfigAction } from "../config-request.ts";
import { effective, type ShownSetting } from "../effective.ts";
import { expectArguments } from "../expect-arguments.ts";

/**
 * `cox config get KEY`: prints the effective value, a string unquoted and other values as JSON. Exit code 1 when unset.
 */
export const get: ConfigAction = async (request) => {
  const [key] = expectArguments(request.rest, ["KEY"]);
  const names = await findSetting(key);
  const { stdout, stderr } = request.surroundings;
  const { configuration, settings } = await effective(request);
  for (const warning of configuration.warnings) stderr.write(`cox: ${escapeLine(warning)}\n`);
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
const valueAt = (names: readonly string[], settings: readonly Placed[]): unknown =>
  nested(
    settings
      .filter(({ path, value }) => value !== undefined && names.every((name, at) => path[at] === name))
      .map(({ path, value }) => ({ path: path.slice(names.length), value })),
  );

type Placed = Pick<ShownSetting, "path" | "value">;

const nested = (placed: readonly Placed[]): unknown => {
  const [first] = placed;
  if (first === undefined || first.path.length === 0) return first?.value;
  const names = new Set(placed.map(({ path: [name = ""] }) => name));
  const below = (name: string): readonly Placed[] =>
    placed.filter(({ path }) => path[0] === name).map(({ path, value }) => ({ path: path.slice(1), value }));
  return Object.fromEntries([...names].map((name) => [name, nested(below(name))]));
};
