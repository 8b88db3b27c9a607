import type { SettingsLayer } from "./load-settings.ts";
import type { Field } from "./shape.ts";

/** A setting with a single value, and the sources of that value. */
export interface EffectiveSetting {
  /** For example `budget.usd` or `providers.workshop.baseURL`. */
  readonly key: string;
  /** Path of property names, which may contain dots. */
  readonly path: readonly string[];
  /** Undefined if no layer sets it and the default depends on more than settings. */
  readonly value: unknown;
  /**
   * Layers that set the value, named as in `LoadedSettings.layers`: several for lists that add up, none for the
   * default.
   */
  readonly sources: readonly string[];
  /** True if the value may be a key, which must not be shown in full. */
  readonly secret: boolean;
}

/**
 * Returns every setting with its effective value, in documentation order, and every value under a free name that a
 * layer sets.
 */
export const effectiveSettings = async (layers: readonly SettingsLayer[]): Promise<readonly EffectiveSetting[]> => {
  const { settingsShape } = await import("./settings-shape.ts");
  const { joinValues } = await import("./join-settings.ts");

  const settingsBelow = (
    field: Field<unknown>,
    path: readonly string[],
    values: readonly LayerValue[],
    above = false,
  ): readonly EffectiveSetting[] => {
    const { inside } = field.shape;
    const secret = above || field.secret === true;
    const top = values.at(-1);
    if (inside === undefined || (top === undefined && "each" in inside))
      return [{ key: path.join("."), path, ...effectiveValue(field, values), secret }];
    if ("fields" in inside)
      return [...inside.fields].flatMap(([name, one]) => settingsBelow(one, [...path, name], valuesOf(name, values), secret));
    const each = { shape: inside.each, description: "" };
    return Object.keys(top?.value ?? {})
      .flatMap((name) => settingsBelow(each, [...path, name], top === undefined ? [] : valuesOf(name, [top]), secret))
      .filter(({ sources }) => sources.length > 0);
  };

  const effectiveValue = (field: Field<unknown>, values: readonly LayerValue[]): Pick<EffectiveSetting, "value" | "sources"> => {
    const contributing = field.adds === true ? values : values.slice(-1);
    if (contributing.length === 0) return { value: field.default, sources: [] };
    return {
      value: contributing.map(({ value }) => value).reduce((one, other) => joinValues(field, one, other)),
      sources: contributing.map(({ source }) => source),
    };
  };

  return settingsBelow(
    { shape: settingsShape, description: "" },
    [],
    layers.map(({ source, settings }) => ({ source, value: settings })),
  );
};

/** The value of one setting in one layer. */
interface LayerValue {
  readonly source: string;
  readonly value: unknown;
}

const valuesOf = (name: string, values: readonly LayerValue[]): readonly LayerValue[] =>
  values.flatMap(({ source, value }) => {
    const entry = Object.entries(value ?? {}).find(([one]) => one === name);
    return entry === undefined ? [] : [{ source, value: entry[1] as unknown }];
  });
