import type { Node } from "jsonc-parser";

/** An invalid value in a settings file. */
export class Mismatch extends Error {
  override readonly name = "Mismatch";
  readonly node: Node;
  /** Other mismatches of the same file, in file order. */
  readonly others: readonly Mismatch[];

  constructor(node: Node, message: string, others: readonly Mismatch[] = []) {
    super(message);
    this.node = node;
    this.others = others;
  }
}

/** Reads all values and collects their errors. @throws {Mismatch} */
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

/** @param found the actual value, if it is not obvious from the expected one */
export const mismatch = (node: Node, expected: string, found?: string): Mismatch =>
  new Mismatch(node, `${place(node)} has to be ${expected}${found === undefined ? "" : `, not ${found}`}.`);

/** Describes the type of a value. Strings are not shown: a misplaced one may be a key. */
export const kind = ({ type, value }: Node): string => {
  if (type === "object") return "an object";
  if (type === "array") return "a list";
  return type === "string" ? "a text" : String(value);
};

/** Formats the path of a value, for example `"timeouts.noBytesSeconds"`. */
export const place = (node: Node): string => {
  const path = pathOf(node);
  return path.length === 0 ? "the file" : quoted(path.join("."));
};

/** The parser also has such a function, but it is only loaded when there is a file to read. */
const pathOf = (node: Node): readonly (string | number)[] => {
  const { parent } = node;
  if (parent === undefined) return [];
  if (parent.type === "property") return [...pathOf(parent), String(parent.children?.[0]?.value)];
  return parent.type === "array" ? [...pathOf(parent), parent.children?.indexOf(node) ?? 0] : pathOf(parent);
};

const LONGEST = 60;

/** Quotes a value on one line and truncates a long one. */
export const quoted = (value: string): string => JSON.stringify(value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value);
