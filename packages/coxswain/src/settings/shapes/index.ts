export { freeObject } from "./json-shape.ts";
export { Mismatch } from "./mismatch.ts";
export { list, object, table } from "./object-shapes.ts";
export { amount, bool, oneOf, text, whole } from "./scalar-shapes.ts";
export { fieldsOf } from "./shape.ts";
export type { Field, JsonSchema, Layer, ProjectRule, Shape } from "./shape.ts";
