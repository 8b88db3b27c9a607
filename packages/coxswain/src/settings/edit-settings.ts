import { applyEdits, findNodeAtLocation, modify, type Node, parseTree } from "jsonc-parser";
import { SettingsError } from "./errors.ts";
import { parseSettings } from "./parse-settings.ts";
import { removeProperty } from "./remove-property.ts";
import { settingPath } from "./setting-path.ts";
import { settingsShape } from "./settings-shape.ts";
import { fieldsOf, type Layer, Mismatch } from "./shapes/index.ts";

export interface SettingsText {
  readonly source: string;
  /** Names it in errors. */
  readonly path: string;
  readonly layer: Layer;
}

/**
 * A settings file's text with one setting set, or taken away where `value` is undefined. All else stays as it is, comments too.
 * @throws {SettingsError} when the text cannot be read, there is no such setting, the value is not what it has to be, or a project cannot say it.
 */
export const withSetting = ({ source, path, layer }: SettingsText, key: string, value: unknown): string => {
  parseSettings(source, path, layer);
  const names = [...settingPath(key)];
  if (layer === "project" && fieldsOf(settingsShape)?.get(names[0] ?? "")?.project === "never")
    throw new SettingsError(`"${key}" is not taken from a project: it belongs in your own settings.`);
  // Of a name that is there twice the later one counts, and the first one is found.
  const clean = without(source, names, value === undefined ? 0 : 1);
  const edited = value === undefined ? clean : applyEdits(clean, modify(clean, names, value, { formattingOptions: formatting(source) }));
  check(edited, names, layer);
  return edited.endsWith("\n") || edited === "" ? edited : `${edited}\n`;
};

/** The text with a name at most so often at its place. */
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

/** What is odd elsewhere in the file is told when it is read. */
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
