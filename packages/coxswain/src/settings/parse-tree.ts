import { type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import { SettingsError } from "./errors.ts";

/**
 * Parses JSON with comments and trailing commas. Undefined if the text is empty, or has only comments.
 * @param path file name for errors
 * @throws {SettingsError}
 */
export const parseTreeOf = (source: string, path: string): Node | undefined => {
  const errors: ParseError[] = [];
  try {
    const tree = parseTree(source, errors, { allowTrailingComma: true, allowEmptyContent: true });
    if (errors[0] === undefined) return tree;
    throw new SettingsError(`${path}:${position(source, errors[0].offset)}: invalid JSON: ${describe(errors[0])}.`);
  } catch (error) {
    // The parser is recursive.
    if (error instanceof RangeError) throw new SettingsError(`${path}: it is nested too deeply.`);
    throw error;
  }
};

/** Line and column, counted from 1. */
export const position = (source: string, offset: number): string => {
  const before = source.slice(0, offset).split(/\r\n|\r|\n/);
  return `${before.length}:${(before.at(-1)?.length ?? 0) + 1}`;
};

/** Turns `CommaExpected` into `comma expected`. */
const describe = ({ error }: ParseError): string =>
  printParseErrorCode(error)
    .replaceAll(/\B[A-Z]/g, (letter) => ` ${letter}`)
    .toLowerCase();
