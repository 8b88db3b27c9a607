import type { Node } from "jsonc-parser";
import { Mismatch, place, quoted } from "./mismatch.ts";
import { table } from "./object-shapes.ts";
import type { Shape } from "./shape.ts";

/** Any JSON value. */
const json = (): Shape<unknown> => ({ schema: {}, read: (node) => valueOf(node) });

/** An object of any JSON values, except reserved names. */
export const freeObject = (taken: readonly string[]): Shape<Readonly<Record<string, unknown>>> => {
  const shape = table({ expected: "a name" }, json());
  return {
    schema: { type: "object", propertyNames: { minLength: 1, not: { enum: taken } } },
    read(node, reading) {
      const value = shape.read(node, reading);
      const wrong = taken.find((name) => Object.hasOwn(value, name));
      if (wrong !== undefined) throw new Mismatch(node, `${place(node)} cannot have ${quoted(wrong)}: Coxswain itself says that.`);
      return value;
    },
  };
};

/** Built without assignment by name, so that `__proto__` is an ordinary name. */
const valueOf = ({ type, value, children = [] }: Node): unknown => {
  if (type === "array") return children.map(valueOf);
  if (type !== "object") return value as unknown;
  return Object.fromEntries(
    children.flatMap(({ children: [name, item] = [] }) =>
      name === undefined || item === undefined ? [] : [[String(name.value), valueOf(item)]],
    ),
  );
};
