import { SettingsError } from "./errors.ts";
import { parseTreeOf, position } from "./parse-tree.ts";
import type { Settings } from "./settings.ts";
import { settingsShape } from "./settings-shape.ts";
import { type Layer, Mismatch } from "./shape.ts";

export interface ParsedSettings {
  readonly settings: Settings;
  /** One line each. */
  readonly warnings: readonly string[];
}

/**
 * Parses JSON with comments and trailing commas. An empty string, or one with only comments, sets no settings.
 * @param path file name for errors and warnings
 * @throws {SettingsError}
 */
export const parseSettings = (source: string, path: string, layer: Layer): ParsedSettings => {
  const at = (offset: number, message: string): string => `${path}:${position(source, offset)}: ${message}`;
  const warnings: string[] = [];
  try {
    const tree = parseTreeOf(source, path);
    if (tree === undefined) return { settings: {}, warnings };
    const settings = settingsShape.read(tree, { layer, warn: (node, message) => warnings.push(at(node.offset, message)) });
    return { settings, warnings };
  } catch (error) {
    if (error instanceof Mismatch) {
      const others = [...error.others.map(({ node, message }) => at(node.offset, message)), ...warnings];
      const more = others.length > MAX_LINES ? [`${path}: and ${others.length - MAX_LINES} more.`] : [];
      throw new SettingsError(at(error.node.offset, error.message), { also: [...others.slice(0, MAX_LINES), ...more] });
    }
    // The parser is recursive.
    if (error instanceof RangeError) throw new SettingsError(`${path}: it is nested too deeply.`);
    throw error;
  }
};

/** Maximum number of lines after the first. */
const MAX_LINES = 20;
