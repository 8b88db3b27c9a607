import { FIXED_FIELDS, type ModelRequest } from "../model/index.ts";
import type { WrittenRequest } from "./http-sender.ts";

/** Request body fields in the provider's own naming: a JSON object. */
export type BodyOptions = Readonly<Record<string, unknown>>;

/** Deep-merges several options. Objects merge by key; for any other value, the later one wins. */
export const joinedOptions = (...all: readonly (BodyOptions | undefined)[]): BodyOptions | undefined => {
  const defined = all.filter((one) => one !== undefined);
  return defined.length === 0 ? undefined : defined.reduce((below, above) => joined(below, above));
};

/** Returns the user's fields for a request: those of its model, then its own. */
export const requestOptions = (
  ofModel: BodyOptions | undefined,
  { options, textOnly }: Pick<ModelRequest, "options" | "textOnly">,
): BodyOptions | undefined => {
  const all = joinedOptions(ofModel, options);
  if (all === undefined || textOnly !== true) return all;
  const { tools: _, ...rest } = all;
  return rest;
};

/**
 * Deep-merges the user's fields into a body. Objects merge by key, other values replace, and null removes the field.
 * Fixed fields, such as the model and the messages, are never changed. A list of `tools` is appended to the request's,
 * and takes the place of tools of the same name, because providers reject two.
 */
export const withOptions = (body: BodyOptions, options: BodyOptions): BodyOptions => {
  const { tools, ...fields } = options;
  const own = Object.fromEntries(Object.entries(fields).filter(([name]) => !FIXED_FIELDS.includes(name)));
  const whole = withoutNulls(joined(body, own), own);
  const added = listIn(tools);
  if (added.length === 0) return whole;
  const names = new Set<unknown>(added.map(nameOf).filter((name) => name !== undefined));
  return { ...whole, tools: [...listIn(body["tools"]).filter((tool) => !names.has(nameOf(tool))), ...added] };
};

const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const nameOf = (tool: unknown): unknown => (isObject(tool) ? tool["name"] : undefined);

/** Applies `withOptions` to a serialized request. A request without a string body is returned unchanged. */
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

/** Removes the fields that are null in the options. */
const withoutNulls = (body: BodyOptions, options: BodyOptions): BodyOptions =>
  Object.fromEntries(
    Object.entries(body).flatMap(([name, value]) => {
      const option = Object.hasOwn(options, name) ? options[name] : undefined;
      if (option === null) return [];
      return [[name, isObject(value) && isObject(option) ? withoutNulls(value, option) : value]];
    }),
  );

const isObject = (value: unknown): value is BodyOptions => typeof value === "object" && value !== null && !Array.isArray(value);
