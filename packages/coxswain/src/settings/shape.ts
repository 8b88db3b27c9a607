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
  /** @throws {Mismatch} */
  read(node: Node, reading: Reading): Value;
}
