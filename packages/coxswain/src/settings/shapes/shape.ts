import type { Node } from "jsonc-parser";

/** Owner of the settings file. */
export type Layer = "user" | "project";

/** Context of a read, with the callback for harmless problems. */
export interface Reading {
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
  read(node: Node, reading: Reading): Value;
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

/** Returns the fields of an object with fixed names. */
export const fieldsOf = ({ inside }: Shape<unknown>): ReadonlyMap<string, Field<unknown>> | undefined =>
  inside !== undefined && "fields" in inside ? inside.fields : undefined;
