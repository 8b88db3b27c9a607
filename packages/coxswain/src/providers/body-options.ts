import { FIXED_FIELDS } from "../model/index.ts";
import type { WrittenRequest } from "./written-request.ts";

/** Fields of a request's body as its provider names them: a JSON object. */
export type BodyOptions = Readonly<Record<string, unknown>>;

/** Several as one: objects are joined name by name, of all else the later counts. */
export const joinedOptions = (...all: readonly (BodyOptions | undefined)[]): BodyOptions | undefined => {
  const given = all.filter((one) => one !== undefined);
  return given.length === 0 ? undefined : given.reduce((below, above) => joined(below, above));
};

/**
 * A body with a person's own fields in it: objects are joined name by name, all else replaces what is there, and null takes
 * it away. What the request is about stays as it is.
 */
export const withOptions = (body: BodyOptions, options: BodyOptions): BodyOptions => {
  const own = Object.fromEntries(Object.entries(options).filter(([name]) => !FIXED_FIELDS.includes(name)));
  return withoutNulls(joined(body, own), own);
};

/** The same of a request that is written already. One whose body is no JSON stays as it is. */
export const requestWithOptions = (request: WrittenRequest, options: BodyOptions | undefined): WrittenRequest => {
  const { body } = request.init;
  if (options === undefined || typeof body !== "string") return request;
  return { ...request, init: { ...request.init, body: JSON.stringify(withOptions(JSON.parse(body) as BodyOptions, options)) } };
};

const joined = (below: BodyOptions, above: BodyOptions): BodyOptions => {
  const fields = new Map(Object.entries(below));
  for (const [name, value] of Object.entries(above)) {
    const before = fields.get(name);
    fields.set(name, isObject(before) && isObject(value) ? joined(before, value) : value);
  }
  return Object.fromEntries(fields);
};

/** Without the fields that the options say are null. */
const withoutNulls = (body: BodyOptions, options: BodyOptions): BodyOptions =>
  Object.fromEntries(
    Object.entries(body).flatMap(([name, value]) => {
      const said = Object.hasOwn(options, name) ? options[name] : undefined;
      if (said === null) return [];
      return [[name, isObject(value) && isObject(said) ? withoutNulls(value, said) : value]];
    }),
  );

const isObject = (value: unknown): value is BodyOptions => typeof value === "object" && value !== null && !Array.isArray(value);
