import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { parseSettings } from "./parse-settings.ts";
import { settingsSchema } from "./settings-schema.ts";
import { settingsShape } from "./settings-shape.ts";
import type { ProjectRule } from "./shape.ts";

/*
 * The table of docs/settings.md and the published settings.schema.json are generated from the shape of settings.
 * `UPDATE_DOCS=1` regenerates them; format them with `npm run format` afterwards.
 */
const PACKAGE = join(import.meta.dirname, "..", "..");
const DOCS = join(PACKAGE, "..", "..", "docs");
const START = "<!-- prettier-ignore-start -->\n";
const END = "<!-- prettier-ignore-end -->";

interface Schema {
  readonly type?: string;
  readonly description?: string;
  readonly default?: string | number | boolean | readonly string[];
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
  readonly "x-project"?: ProjectRule;
}

const IN_A_PROJECT = { never: "no", tighten: "stricter", free: "yes" } as const;

const rows = (schema: Schema, path: string, above: ProjectRule): readonly string[] =>
  Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    // Names that are accepted without an effect.
    if (field.description === undefined) return [];
    const rule = field["x-project"] ?? above;
    const needed = schema.required?.includes(name) === true ? "Required. " : "";
    const row = `| \`${path}${name}\` | ${value(field)} | ${IN_A_PROJECT[rule]} | ${needed}${field.description}${defaultText(field)} |`;
    return [row].concat(rows(inside(field), `${path}${name}${step(field)}`, rule));
  });

const defaultText = ({ default: value }: Schema): string => {
  if (value === undefined) return "";
  return typeof value === "object" ? " Default: none." : ` Default: \`${value}\`.`;
};

/** Returns the object whose names are separate rows, and how they are reached. */
const inside = (schema: Schema): Schema => {
  if (schema.items?.properties !== undefined) return schema.items;
  return typeof schema.additionalProperties === "object" ? schema.additionalProperties : schema;
};
const step = (schema: Schema): string => {
  if (schema.items?.properties !== undefined) return "[].";
  return typeof schema.additionalProperties === "object" ? ".NAME." : ".";
};

const value = (schema: Schema): string => {
  if (schema.enum !== undefined) return schema.enum.map((name) => `\`${name}\``).join(", ");
  if (schema.items !== undefined)
    return schema.items.properties === undefined
      ? `array of ${schema.items.type === "string" ? "strings" : value(schema.items)}`
      : "array of objects";
  if (schema.type === "integer") return "integer";
  return { string: "string", boolean: "boolean", object: "object" }[schema.type ?? ""] ?? String(schema.type);
};

const computedTable = (): string =>
  ["| setting | type | in a project | description |", "|---|---|---|---|", ...rows(settingsShape.schema, "", "free")].join("\n");

const update = process.env["UPDATE_DOCS"] === "1";

test("docs/settings.md lists every setting with its current definition", () => {
  const path = join(DOCS, "settings.md");
  const page = readFileSync(path, "utf8");
  const [before = "", rest = ""] = page.split(START);
  const [, after = ""] = rest.split(END);
  const expected = `${before}${START}\n${computedTable()}\n\n${END}${after}`;
  if (update) writeFileSync(path, expected);
  else assert.equal(page, expected);
});

test("the published settings.schema.json is the shape that validates the files", async () => {
  const path = join(PACKAGE, "settings.schema.json");
  const schema = await settingsSchema();
  if (update) writeFileSync(path, JSON.stringify(schema, null, 2));
  else assert.deepEqual(JSON.parse(readFileSync(path, "utf8")), schema);
});

test("the example in docs/settings.md is valid", () => {
  const example = /```jsonc\n(.*?)```/s.exec(readFileSync(join(DOCS, "settings.md"), "utf8"))?.[1] ?? assert.fail("no example");
  const { settings, warnings } = parseSettings(example, "example", "user");
  assert.deepEqual(warnings, []);
  assert.ok(Object.keys(settings).length > 3);
});
