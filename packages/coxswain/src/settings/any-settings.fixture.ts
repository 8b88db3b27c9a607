import fc from "fast-check";
import type { JsonSchema } from "./shape.ts";

interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly string[];
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
  readonly propertyNames?: { readonly pattern?: string };
}

/** Generates valid settings: each setting, with values that its schema accepts. */
export const validSettings = (schema: JsonSchema): fc.Arbitrary<Readonly<Record<string, unknown>>> =>
  fitting(schema).map((value) => Object.fromEntries(Object.entries(value ?? {})));

/** Generates settings with one defect at any depth: an arbitrary value, or a duplicate under another name. */
export const invalidSettings = (schema: JsonSchema): fc.Arbitrary<unknown> =>
  fc
    .tuple(fitting(schema), fc.infiniteStream(fc.nat()), fc.oneof(fc.jsonValue({ maxDepth: 1 }), fc.constant("")))
    .map(([value, choices, spoiler]) => spoil(value, () => Number(choices.next().value), spoiler));

/** Samples for each pattern of the shape: fast-check would spend most of its time searching for matches. */
const STRINGS = ["python", "a", "a/b", "A_B", "https://a.example/v1", "provider/model:high", "/tmp/x", "*.ts", "Assisted-by: a"];

const fitting = (schema: Schema): fc.Arbitrary<unknown> => {
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (Array.isArray(schema.type)) return fc.oneof(...schema.type.map((type: string) => fitting({ ...schema, type })));
  switch (schema.type) {
    case "boolean":
      return fc.boolean();
    case "integer":
      return fc.oneof(
        fc.constant(schema.minimum ?? 0),
        fc.integer({ min: schema.minimum ?? 0, max: Math.min(schema.maximum ?? 100, 100) }),
      );
    case "number":
      return fc.oneof(
        fc.constant(0),
        fc.integer({ min: 0, max: 100 }).map((cents) => cents / 4),
      );
    case "string":
      return matching(schema.pattern);
    case "array":
      return fc.array(fitting(schema.items ?? {}), { maxLength: 2 });
    case "object":
      return schema.properties === undefined ? named(schema) : fixedNames(schema);
    default:
      return fc.jsonValue({ maxDepth: 1 });
  }
};

const matching = (pattern = "."): fc.Arbitrary<string> => fc.constantFrom(...STRINGS.filter((text) => new RegExp(pattern).test(text)));

const named = ({ propertyNames, additionalProperties }: Schema): fc.Arbitrary<unknown> =>
  fc.dictionary(matching(propertyNames?.pattern), fitting(typeof additionalProperties === "object" ? additionalProperties : {}), {
    maxKeys: 2,
  });

const fixedNames = ({ properties = {}, required = [] }: Schema): fc.Arbitrary<unknown> =>
  fc.record(Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, fitting(one)])), { requiredKeys: [...required] });

/** Descends by the choices and inserts the spoiler there. */
const spoil = (value: unknown, choose: () => number, spoiler: unknown): unknown => {
  if (typeof value !== "object" || value === null || choose() % 4 === 0) return spoiler;
  if (Array.isArray(value)) return value.map((item: unknown, at) => (at === 0 ? spoil(item, choose, spoiler) : item));
  const names = Object.keys(value);
  const chosen = names[choose() % (names.length + 1)];
  if (chosen === undefined) return { ...value, [`x${choose()}`]: spoiler };
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, name === chosen ? spoil(item, choose, spoiler) : item]));
};
