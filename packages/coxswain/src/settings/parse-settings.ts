import { type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import { SettingsError } from "./errors.ts";
import type { Settings } from "./settings.ts";
import { settingsShape } from "./settings-shape.ts";
import { type Layer, Mismatch } from "./shapes/index.ts";

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
    const errors: ParseError[] = [];
    const tree = parseTree(source, errors, { allowTrailingComma: true, allowEmptyContent: true });
    if (errors[0] !== undefined) throw new SettingsError(at(errors[0].offset, `this is not JSON: ${words(errors[0])}.`));
    if (tree === undefined) return { settings: {}, warnings };
    const settings = settingsShape.read(tree, { layer, warn: (node, message) => warnings.push(at(node.offset, message)) });
    return { settings, warnings };
  } catch (error) {
    if (error instanceof Mismatch) {
      const others = [...error.others.map(({ node, message }) => at(node.offset, message)), ...warnings];
      const more = others.length > MOST ? [`${path}: and ${others.length - MOST} more.`] : [];
      throw new SettingsError(at(error.node.offset, error.message), { also: [...others.slice(0, MOST), ...more] });
    }
    // The parser is recursive.
    if (error instanceof RangeError) throw new SettingsError(`${path}: its lists and objects are nested too deeply.`);
    throw error;
  }
};

/** Maximum number of lines after the first. */
const MOST = 20;

/** Line and column, counted from 1. */
const position = (source: string, offset: number): string => {
  const before = source.slice(0, offset).split(/\r\n|\r|\n/);
  return `${before.length}:${(before.at(-1)?.length ?? 0) + 1}`;
};

/** Turns `CommaExpected` into `comma expected`. */
const words = ({ error }: ParseError): string =>
  printParseErrorCode(error)
    .replaceAll(/\B[A-Z]/g, (letter) => ` ${letter}`)
    .toLowerCase();
