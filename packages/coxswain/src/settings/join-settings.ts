import type { Settings } from "./settings.ts";
import { settingsShape } from "./settings-shape.ts";
import { type Field, fieldsOf } from "./shape.ts";

/** Merges two layers of settings; `above` overrides `below`. */
export const joinSettings = (below: Settings, above: Settings): Settings =>
  // Each value comes from one of the two, or is a merge of both by the fields of their shape.
  joinValues({ shape: settingsShape, description: "" }, below, above) as Settings;

/** Merges lists that add up without duplicates, and objects by name. For all other values, the upper one wins. */
export const joinValues = ({ shape, adds }: Field<unknown>, below: unknown, above: unknown): unknown => {
  if (below === undefined || above === undefined) return above ?? below;
  if (adds === true && Array.isArray(below) && Array.isArray(above)) return [...new Set<unknown>([...below, ...above])];
  const fields = fieldsOf(shape);
  if (fields === undefined) return above;
  const [own, further] = [entriesOf(below), entriesOf(above)];
  const names = [...fields].filter(([name]) => own.has(name) || further.has(name));
  return Object.fromEntries(names.map(([name, field]) => [name, joinValues(field, own.get(name), further.get(name))]));
};

export interface TightenedSettings {
  readonly settings: Settings;
  /** Paths of the omitted settings, for example `budget.usd`. */
  readonly ignored: readonly string[];
}

/** Returns the project settings that are allowed in addition to the user's own. */
export const tightenSettings = (own: Settings, project: Settings): TightenedSettings => {
  const fields = fieldsOf(settingsShape);
  const owned = entriesOf(own);
  const ignored: string[] = [];
  const entries = Object.entries(project).flatMap(([name, value]: readonly [string, unknown]) => {
    const field = fields?.get(name);
    const allowed = field?.tighten === undefined ? value : field.tighten(owned.get(name), value);
    ignored.push(...ignoredPaths(name, value, allowed));
    return allowed === undefined ? [] : [[name, allowed] as const];
  });
  return { settings: Object.fromEntries(entries), ignored };
};

const ignoredPaths = (path: string, value: unknown, allowed: unknown): readonly string[] => {
  if (allowed === undefined) return [path];
  if (Array.isArray(value) || typeof value !== "object") return [];
  return [...entriesOf(value).keys()].filter((name) => !entriesOf(allowed).has(name)).map((name) => `${path}.${name}`);
};

const entriesOf = (value: unknown): ReadonlyMap<string, unknown> =>
  new Map(typeof value === "object" && value !== null ? Object.entries(value) : []);
