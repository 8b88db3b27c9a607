import { nearestName } from "../base/index.ts";
import { SettingsError } from "./errors.ts";
import { settingsShape } from "./settings-shape.ts";
import { type Shape } from "./shape.ts";

/**
 * Splits a key into its path, for example `budget.usd` into `budget` and `usd`. A free name may contain dots: it ends
 * before the next setting name, as in `models.openai/gpt-5.5.contextWindow`.
 * @throws {SettingsError} when the setting does not exist.
 */
export const settingPath = (key: string): readonly string[] => {
  const walked = walk(settingsShape, key.split("."));
  if ("path" in walked) return walked.path;
  const near = nearestName(key, keysOf(settingsShape));
  throw new SettingsError(`Unknown setting ${JSON.stringify(key)}${near === undefined ? "." : `; did you mean ${near}?`}`);
};

type Walked = { readonly path: readonly string[] } | { readonly unknown: true };

const walk = ({ inside }: Shape<unknown>, names: readonly string[]): Walked => {
  const [name = "", ...rest] = names;
  if (names.length === 0) return { path: [] };
  if (inside === undefined) return { unknown: true };
  if ("fields" in inside) {
    const field = inside.fields.get(name);
    return field === undefined ? { unknown: true } : after(name, walk(field.shape, rest));
  }
  for (let length = 1; length < names.length; length += 1) {
    const walked = walk(inside.each, names.slice(length));
    if ("path" in walked) return after(names.slice(0, length).join("."), walked);
  }
  return { path: [names.join(".")] };
};

const after = (name: string, walked: Walked): Walked => ("path" in walked ? { path: [name, ...walked.path] } : walked);

/** Returns the keys of all settings with fixed names. */
export const keysOf = ({ inside }: Shape<unknown>, before = ""): readonly string[] =>
  inside === undefined || "each" in inside
    ? []
    : [...inside.fields].flatMap(([name, { shape }]) => [`${before}${name}`, ...keysOf(shape, `${before}${name}.`)]);
