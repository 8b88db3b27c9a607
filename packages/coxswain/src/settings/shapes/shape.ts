import type { Node } from "jsonc-parser";

/** Whose settings are read. */
export type Layer = "user" | "project";

/** What is being read, and where to say what is odd but does no harm. */
export interface Reading {
  readonly layer: Layer;
  warn(at: Node, message: string): void;
}

/** JSON Schema, draft 2020-12. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** What a value of a settings file has to be: as a check that tells people, and as JSON Schema. */
export interface Shape<Value> {
  readonly schema: JsonSchema;
  /** What an object has in it. Absent for all else, and for an object that is one value. */
  readonly inside?: Inside;
  /** @throws {Mismatch} */
  read(node: Node, reading: Reading): Value;
}

/** The fields of an object by their names, or what stands under every name of one whose names are free. */
export type Inside = { readonly fields: ReadonlyMap<string, Field<unknown>> } | { readonly each: Shape<unknown> };

/** One name of an object. */
export interface Field<Value> {
  readonly shape: Shape<Value>;
  readonly description: string;
  /** What holds where nobody says anything. Absent where that depends; the description says on what. */
  readonly default?: Value;
  /** It may hold a key, and is not shown in full. */
  readonly secret?: true;
  /** A list to which each place adds, and does not replace what others say. */
  readonly adds?: true;
  /** What a trusted project may say of it. Default: as of the object that it is in. */
  readonly project?: ProjectRule;
  /** With `project: "tighten"`: what of a project's value is stricter than the person's own, or as strict; undefined when nothing is. */
  tighten?(own: Value | undefined, value: Value): Value | undefined;
}

/** Nothing; only what is stricter than what the person says; or anything. */
export type ProjectRule = "never" | "tighten" | "free";

/** The fields of an object whose names are known. */
export const fieldsOf = ({ inside }: Shape<unknown>): ReadonlyMap<string, Field<unknown>> | undefined =>
  inside !== undefined && "fields" in inside ? inside.fields : undefined;
