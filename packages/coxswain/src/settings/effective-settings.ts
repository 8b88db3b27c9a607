import type { SettingsLayer } from "./load-settings.ts";
import type { Field } from "./shapes/index.ts";

/** A setting that holds one value, and where that is from. */
export interface EffectiveSetting {
  /** As `budget.usd` or `providers.workshop.baseURL`. */
  readonly key: string;
  /** The names on the way to it, which may have dots in them. */
  readonly path: readonly string[];
  /** Undefined where nobody says anything and what holds depends on more than settings. */
  readonly value: unknown;
  /** The places that say it, as `LoadedSettings.layers` names them: several where they add up, none where it is the default. */
  readonly sources: readonly string[];
  /** It may be a key: it is not to be shown in full. */
  readonly secret: boolean;
}

/** Every setting with the value that holds, in the order of their documentation, and all that is said in those whose names are free. */
export const effectiveSettings = async (layers: readonly SettingsLayer[]): Promise<readonly EffectiveSetting[]> => {
  const { settingsShape } = await import("./settings-shape.ts");
  const { joinValues } = await import("./join-settings.ts");

  const below = (field: Field<unknown>, path: readonly string[], said: readonly Said[], above = false): readonly EffectiveSetting[] => {
    const { inside } = field.shape;
    const secret = above || field.secret === true;
    const top = said.at(-1);
    if (inside === undefined || (top === undefined && "each" in inside))
      return [{ key: path.join("."), path, ...held(field, said), secret }];
    if ("fields" in inside) return [...inside.fields].flatMap(([name, one]) => below(one, [...path, name], saidOf(name, said), secret));
    const each = { shape: inside.each, description: "" };
    return Object.keys(top?.value ?? {})
      .flatMap((name) => below(each, [...path, name], top === undefined ? [] : saidOf(name, [top]), secret))
      .filter(({ sources }) => sources.length > 0);
  };

  const held = (field: Field<unknown>, said: readonly Said[]): Pick<EffectiveSetting, "value" | "sources"> => {
    const counting = field.adds === true ? said : said.slice(-1);
    if (counting.length === 0) return { value: field.default, sources: [] };
    return {
      value: counting.map(({ value }) => value).reduce((one, other) => joinValues(field, one, other)),
      sources: counting.map(({ source }) => source),
    };
  };

  return below(
    { shape: settingsShape, description: "" },
    [],
    layers.map(({ source, settings }) => ({ source, value: settings })),
  );
};

/** What one place says of one thing. */
interface Said {
  readonly source: string;
  readonly value: unknown;
}

const saidOf = (name: string, said: readonly Said[]): readonly Said[] =>
  said.flatMap(({ source, value }) => {
    const entry = Object.entries(value ?? {}).find(([one]) => one === name);
    return entry === undefined ? [] : [{ source, value: entry[1] as unknown }];
  });
