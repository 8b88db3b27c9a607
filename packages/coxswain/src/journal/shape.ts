/** Returns whether a value of a damaged or foreign log has a shape. */
export type Shape = (value: unknown) => boolean;

export const anything: Shape = () => true;
export const text: Shape = (value) => typeof value === "string";
export const flag: Shape = (value) => typeof value === "boolean";
export const amount: Shape = (value) => typeof value === "number" && Number.isFinite(value) && value >= 0;
export const number: Shape = (value) => typeof value === "number" && Number.isFinite(value);
export const integer: Shape = (value) => Number.isSafeInteger(value);

export const optional =
  (shape: Shape): Shape =>
  (value) =>
    value === undefined || shape(value);

export const nullable =
  (shape: Shape): Shape =>
  (value) =>
    value === null || shape(value);

export const either =
  (...shapes: readonly Shape[]): Shape =>
  (value) =>
    shapes.some((shape) => shape(value));

export const exactly =
  (...values: readonly unknown[]): Shape =>
  (value) =>
    values.includes(value);

export const list =
  (shape: Shape): Shape =>
  (value) =>
    Array.isArray(value) && value.every(shape);

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null && !Array.isArray(value);

/** An object with any fields. */
export const object: Shape = isObject;

/** An object with values of one shape, by any name. */
export const dictionary =
  (shape: Shape): Shape =>
  (value) =>
    isObject(value) && Object.values(value).every(shape);

/** An object with the fields of `Value`; further ones are ignored. The compiler demands a shape for each field. */
// oxlint-disable-next-line no-unnecessary-type-parameters -- the caller names the type whose fields must be complete
export const fields = <Value>(shapes: { readonly [Name in keyof Value]-?: Shape }): Shape => {
  const names = Object.keys(shapes);
  const each = Object.values<Shape>(shapes);
  return (value) => {
    if (!isObject(value)) return false;
    const record = value as Readonly<Record<string, unknown>>;
    return each.every((shape, at) => shape(record[names[at] ?? ""]));
  };
};
