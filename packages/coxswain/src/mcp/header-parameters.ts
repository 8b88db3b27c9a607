import { asRecord } from "../base/index.ts";
import type { JsonSchema } from "../loop/index.ts";

const KEY = "x-mcp-header";

/** Names of HTTP headers (RFC 9110). */
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

const TYPES: ReadonlySet<unknown> = new Set(["string", "integer", "boolean"]);

/**
 * Returns why a schema's `x-mcp-header` declarations are invalid, if they are. Such a tool must not be used: the header
 * could carry another value than the argument. Valid declarations are at properties of properties only.
 */
export const invalidHeaderParameter = (schema: JsonSchema): string | undefined => {
  const names = new Set<string>();
  let valid = 0;
  const visit = (properties: unknown): string | undefined => {
    for (const [name, property] of Object.entries(asRecord(properties))) {
      const { [KEY]: header, type, properties: inner } = asRecord(property);
      if (header !== undefined) {
        if (typeof header !== "string" || !TOKEN.test(header)) return `the ${KEY} of ${name} is not a header name`;
        if (!TYPES.has(type)) return `the ${KEY} of ${name} is not at a string, an integer or a boolean`;
        if (names.has(header.toLowerCase())) return `the ${KEY} ${header} is used twice`;
        names.add(header.toLowerCase());
        valid += 1;
      }
      const fault = visit(inner);
      if (fault !== undefined) return fault;
    }
    return undefined;
  };
  const fault = visit(schema["properties"]);
  return fault ?? (declarations(schema, false) > valid ? `an ${KEY} is not at a property of the arguments` : undefined);
};

/** Counts the declarations at all places of a schema. Keys of `properties` are names, not keywords. */
const declarations = (value: unknown, areNames: boolean): number =>
  typeof value !== "object" || value === null
    ? 0
    : Object.entries(value).reduce(
        (sum, [key, child]) =>
          sum + (!areNames && key === KEY ? 1 : 0) + declarations(child, !areNames && !Array.isArray(value) && key === "properties"),
        0,
      );
