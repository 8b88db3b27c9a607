import { applyEdits, findNodeAtLocation, modify, type Node, parseTree } from "jsonc-parser";
import { SettingsError } from "./errors.ts";
import { parseSettings } from "./parse-settings.ts";
import { removeProperty } from "./remove-property.ts";
import { settingPath } from "./setting-path.ts";
import { settingsShape } from "./settings-shape.ts";
import { fieldsOf, type Layer, Mismatch } from "./shapes/index.ts";

export interface SettingsText {
  readonly source: string;
  /** Path for error messages. */
  readonly path: string;
  readonly layer: Layer;
}

/**
 * Returns the content of a settings file with one setting set, or removed if `value` is undefined. All other content,
 * including comments, is preserved.
 * @throws {SettingsError} when the content is unreadable, the setting does not exist, the value is invalid, or a
 * project may not set it.
 */
export const withSetting = ({ source, path, layer }: SettingsText, key: string, value: unknown): string => {
  parseSettings(source, path, layer);
  const names = [...settingPath(key)];
  if (layer === "project" && fieldsOf(settingsShape)?.get(names[0] ?? "")?.project === "never")
    throw new SettingsError(`"${key}" is not taken from a project: it belongs in your own settings.`);
  // Of two properties with the same name the later one wins, but `modify` finds the first one.
  const clean = without(source, names, value === undefined ? 0 : 1);
  const edited = value === undefined ? clean : applyEdits(clean, modify(clean, names, value, { formattingOptions: formatting(source) }));
  check(edited, names, layer);
  return edited.endsWith("\n") || edited === "" ? edited : `${edited}\n`;
};

/** Removes duplicates until at most `most` properties with the name remain. */
const without = (source: string, names: readonly string[], most: number): string => {
  const [first, ...more] = properties(source, names);
  if (first === undefined || more.length < most) return source;
  return without(applyEdits(source, [...removeProperty(source, first)]), names, most);
};

const properties = (source: string, names: readonly string[]): readonly Node[] => {
  const tree = parseTree(source);
  const object = tree === undefined ? undefined : findNodeAtLocation(tree, names.slice(0, -1));
  return (object?.children ?? []).filter(({ children: [name] = [] }) => name?.value === names.at(-1));
};

/** Checks only the changed value. The reader of the file reports problems elsewhere. */
const check = (source: string, names: readonly string[], layer: Layer): void => {
  const tree = parseTree(source);
  if (tree === undefined) return;
  const changed = findNodeAtLocation(tree, [...names]);
  const isChanged = ({ offset }: Node): boolean =>
    changed !== undefined && offset >= changed.offset && offset < changed.offset + changed.length;
  try {
    settingsShape.read(tree, {
      layer,
      warn(node, message) {
        if (isChanged(node)) throw new SettingsError(message);
      },
    });
  } catch (error) {
    throw error instanceof Mismatch ? new SettingsError(error.message) : error;
  }
};

const formatting = (source: string) => ({ insertSpaces: !/^\t/m.test(source), tabSize: 2, eol: source.includes("\r\n") ? "\r\n" : "\n" });
