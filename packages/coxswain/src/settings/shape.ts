import type { Node } from "jsonc-parser";

/** Owner of the settings file. */
export type Layer = "user" | "project";

/** Context of a read, with the callback for harmless problems. */
export interface ReadContext {
  readonly layer: Layer;
  warn(at: Node, message: string): void;
}

/** JSON Schema, draft 2020-12. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Type of a value in a settings file: a validator with readable errors, and a JSON Schema. */
export interface Shape<Value> {
  readonly schema: JsonSchema;
  /** Content of an object. Absent for other values, and for an object that is a single value. */
  readonly inside?: Inside;
  /** @throws {Mismatch} */
  read(node: Node, reading: ReadContext): Value;
}

/** Fields of an object by name, or the shape of every value of an object with free names. */
export type Inside = { readonly fields: ReadonlyMap<string, Field<unknown>> } | { readonly each: Shape<unknown> };

/** One named field of an object. */
export interface Field<Value> {
  readonly shape: Shape<Value>;
  readonly description: string;
  /** Effective value if no layer sets one. Absent if it depends on other factors; the description names them. */
  readonly default?: Value;
  /** True if the value may contain a key, which is not shown in full. */
  readonly secret?: true;
  /** True for a list that each layer extends instead of replacing. */
  readonly adds?: true;
  /** Permissions of a trusted project. Default: those of the enclosing object. */
  readonly project?: ProjectRule;
  /**
   * With `project: "tighten"`: returns the part of a project's value that is at least as strict as the user's own;
   * undefined if there is none.
   */
  tighten?(own: Value | undefined, value: Value): Value | undefined;
}

/** No values, only values at least as strict as the user's, or any values. */
export type ProjectRule = "never" | "tighten" | "free";

/**
 * One setting: its valid values, its description, and its project rule. `never`: a project cannot decide where requests
 * and keys are sent, which actions run without a question, or which user data is stored. `tighten`: a project can only
 * lower run limits, with a function that compares. `free`: a project can decide how to work. All else is derived from
 * this: validation, merging, `docs/settings.md`, the JSON Schema, `cox config` and its completion.
 */
export type Setting<Value> = Field<Value> & { readonly project: ProjectRule };

/** Returns the fields of an object with fixed names. */
export const fieldsOf = ({ inside }: Shape<unknown>): ReadonlyMap<string, Field<unknown>> | undefined =>
  inside !== undefined && "fields" in inside ? inside.fields : undefined;

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
  const mismatches: Mismatch[] = [];
  const values = items.flatMap((item) => {
    try {
      return [read(item)];
    } catch (error) {
      if (!(error instanceof Mismatch)) throw error;
      mismatches.push(error, ...error.others);
      return [];
    }
  });
  const [first, ...others] = mismatches;
  if (first !== undefined) throw new Mismatch(first.node, first.message, others);
  return values;
};

/** @param actual the actual value, if it is not obvious from the expected one */
export const mismatch = (node: Node, expected: string, actual?: string): Mismatch =>
  new Mismatch(node, `${pathLabel(node)} must be ${expected}${actual === undefined ? "" : `, not ${actual}`}.`);

/** Describes the type of a value. Strings are not shown: a misplaced one may be a key. */
export const typeLabel = ({ type, value }: Node): string => {
  if (type === "object") return "an object";
  if (type === "array") return "an array";
  return type === "string" ? "a string" : String(value);
};

/** Formats the path of a value, for example `"timeouts.noBytesSeconds"`. */
export const pathLabel = (node: Node): string => {
  const path = pathOf(node);
  return path.length === 0 ? "the file" : quote(path.join("."));
};

/** The parser also has such a function, but it is only loaded when there is a file to read. */
const pathOf = (node: Node): readonly (string | number)[] => {
  const { parent } = node;
  if (parent === undefined) return [];
  if (parent.type === "property") return [...pathOf(parent), String(parent.children?.[0]?.value)];
  return parent.type === "array" ? [...pathOf(parent), parent.children?.indexOf(node) ?? 0] : pathOf(parent);
};

const MAX_QUOTED = 60;

/** Quotes a value on one line and truncates a long one. */
export const quote = (value: string): string => JSON.stringify(value.length > MAX_QUOTED ? `${value.slice(0, MAX_QUOTED)}…` : value);
