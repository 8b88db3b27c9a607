import { applyEdits, findNodeAtLocation, modify, type Node, parseTree, createScanner, type Edit } from "jsonc-parser";
import { SettingsError } from "./errors.ts";
import { parseSettings } from "./parse-settings.ts";
import { settingPath } from "./setting-path.ts";
import { settingsShape } from "./settings-shape.ts";
import { fieldsOf, type Layer, Mismatch } from "./shape.ts";

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
    throw new SettingsError(`"${key}" cannot be set by a project; set it in your user settings.`);
  // If a name appears twice, the later property wins, but `modify` finds the first one.
  const clean = removeDuplicates(source, names, value === undefined ? 0 : 1);
  const edited = value === undefined ? clean : applyEdits(clean, modify(clean, names, value, { formattingOptions: formatting(source) }));
  assertValid(edited, names, layer);
  return edited.endsWith("\n") || edited === "" ? edited : `${edited}\n`;
};

/** Removes duplicates until at most `most` properties with the name remain. */
const removeDuplicates = (source: string, names: readonly string[], maximum: number): string => {
  const [first, ...more] = properties(source, names);
  if (first === undefined || more.length < maximum) return source;
  return removeDuplicates(applyEdits(source, [...removeProperty(source, first)]), names, maximum);
};

const properties = (source: string, names: readonly string[]): readonly Node[] => {
  const tree = parseTree(source);
  const object = tree === undefined ? undefined : findNodeAtLocation(tree, names.slice(0, -1));
  return (object?.children ?? []).filter(({ children: [name] = [] }) => name?.value === names.at(-1));
};

/** Checks only the changed value. The reader of the file reports problems elsewhere. */
const assertValid = (source: string, names: readonly string[], layer: Layer): void => {
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

/** Formatting of added lines: as in the rest of the file. */
export const formatting = (source: string) => ({
  insertSpaces: !/^\t/m.test(source),
  tabSize: 2,
  eol: source.includes("\r\n") ? "\r\n" : "\n",
});

/**
 * Returns the edits that remove a property with its comma, and its line if that becomes empty. Comments are preserved,
 * except between a value and its comma; the parser's own `modify` also removes comments around the property.
 */
const removeProperty = (source: string, property: Node): readonly Edit[] => {
  const siblings = property.parent?.children ?? [];
  const before = siblings[siblings.indexOf(property) - 1];
  const after = commaFrom(source, endOf(property));
  const trailing = after === undefined && before !== undefined ? commaFrom(source, endOf(before)) : undefined;
  const gap = withWhitespace(source, property.offset, after === undefined ? endOf(property) : after + 1);
  return [...(trailing === undefined ? [] : [removal(trailing, trailing + 1)]), removal(gap.start, gap.end)];
};

const endOf = ({ offset, length }: Node): number => offset + length;

const removal = (start: number, end: number): Edit => ({ offset: start, length: end - start, content: "" });

/** Returns the offset of the next comma if only comments precede it. */
const commaFrom = (source: string, offset: number): number | undefined => {
  const scanner = createScanner(source, true);
  scanner.setPosition(offset);
  scanner.scan();
  const next = scanner.getTokenOffset();
  return source[next] === "," ? next : undefined;
};

/** Extends the range to the whole line if it would become empty, otherwise to the blanks on one side. */
const withWhitespace = (source: string, start: number, end: number): { readonly start: number; readonly end: number } => {
  const head = start - (/[ \t]*$/.exec(source.slice(0, start))?.[0].length ?? 0);
  const tail = end + (/^[ \t]*/.exec(source.slice(end))?.[0].length ?? 0);
  const line = /^\r?\n/.exec(source.slice(tail))?.[0];
  if (line !== undefined && /(^|\n)$/.test(source.slice(0, head))) return { start: head, end: tail + line.length };
  return source[tail] === "}" ? { start: head, end } : { start, end: tail };
};
