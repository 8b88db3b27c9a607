import type { Node } from "jsonc-parser";

/** A value of a settings file is not what it has to be. */
export class Mismatch extends Error {
  override readonly name = "Mismatch";
  readonly node: Node;
  /** Others of the same file, in the order in which they stand there. */
  readonly others: readonly Mismatch[];

  constructor(node: Node, message: string, others: readonly Mismatch[] = []) {
    super(message);
    this.node = node;
    this.others = others;
  }
}

/** Reads each of several values, so that all that is wrong with them can be told. @throws {Mismatch} */
export const readEach = <Item, Value>(items: readonly Item[], read: (item: Item) => Value): readonly Value[] => {
  const wrong: Mismatch[] = [];
  const values = items.flatMap((item) => {
    try {
      return [read(item)];
    } catch (error) {
      if (!(error instanceof Mismatch)) throw error;
      wrong.push(error, ...error.others);
      return [];
    }
  });
  const [first, ...others] = wrong;
  if (first !== undefined) throw new Mismatch(first.node, first.message, others);
  return values;
};

/** @param found what it is instead, where that is not plain from what is expected. */
export const mismatch = (node: Node, expected: string, found?: string): Mismatch =>
  new Mismatch(node, `${place(node)} has to be ${expected}${found === undefined ? "" : `, not ${found}`}.`);

/** What a value is, in words. Texts are not shown: one in the wrong place may be a key. */
export const kind = ({ type, value }: Node): string => {
  if (type === "object") return "an object";
  if (type === "array") return "a list";
  return type === "string" ? "a text" : String(value);
};

/** Where a value is, as `"timeouts.noBytesSeconds"`. */
export const place = (node: Node): string => {
  const path = pathOf(node);
  return path.length === 0 ? "the file" : quoted(path.join("."));
};

/** The parser has one as well, but without a file to read the parser is not loaded. */
const pathOf = (node: Node): readonly (string | number)[] => {
  const { parent } = node;
  if (parent === undefined) return [];
  if (parent.type === "property") return [...pathOf(parent), String(parent.children?.[0]?.value)];
  return parent.type === "array" ? [...pathOf(parent), parent.children?.indexOf(node) ?? 0] : pathOf(parent);
};

const LONGEST = 60;

/** In quotes and on one line, cut when it is long. */
export const quoted = (value: string): string => JSON.stringify(value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value);
