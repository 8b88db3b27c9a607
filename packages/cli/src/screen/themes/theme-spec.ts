import { nearestName } from "coxswain/settings";
import type { ColorDepth } from "./color.ts";
import { parseStyle, styleOf, type StyleSpec } from "./style-spec.ts";
import { colorlessTheme, paletteTheme, type Style, type SyntaxPart, type Theme } from "./theme.ts";

/** The terminal's background. */
export type Background = "light" | "dark";

/** A theme as its file describes it: styles of roles, which may differ between a light and a dark background. */
export interface ThemeSpec {
  readonly roles: Readonly<Record<string, RoleSpec>>;
}

export type RoleSpec = StyleSpec | { readonly light: StyleSpec; readonly dark: StyleSpec };

const SYNTAX = "syntax.";

/** Names of all roles: `accent`, `syntax.keyword` and so on. */
export const ROLES: readonly string[] = [
  ...Object.keys(paletteTheme).filter((name) => name !== "syntax"),
  ...Object.keys(paletteTheme.syntax).map((part) => SYNTAX + part),
];

/** Makes a theme. Roles that it does not describe have the terminal's own colors. */
export const themeOf = ({ roles }: ThemeSpec, depth: ColorDepth, background: Background): Theme => {
  const base = depth === "none" ? colorlessTheme : paletteTheme;
  const style = (name: string, usual: Style): Style => {
    const spec = Object.hasOwn(roles, name) ? roles[name] : undefined;
    if (spec === undefined) return usual;
    return styleOf("attributes" in spec ? spec : spec[background], depth);
  };
  const { syntax, features: _, ...others } = base;
  // Safe: both have the names of the base.
  return {
    ...(Object.fromEntries(Object.entries(others).map(([name, usual]) => [name, style(name, usual)])) as unknown as Omit<Theme, "syntax">),
    syntax: Object.fromEntries(Object.entries(syntax).map(([part, usual]) => [part, style(SYNTAX + part, usual)])) as Record<
      SyntaxPart,
      Style
    >,
  };
};

/** A theme with the faults of its description, one sentence each. Faulty parts are ignored. */
export interface ParsedTheme {
  readonly spec: ThemeSpec;
  readonly problems: readonly string[];
}

/** Reads a theme file: an object of roles, each with a style or with one for `light` and one for `dark`. */
export const parseTheme = (text: string): ParsedTheme => {
  const problems: string[] = [];
  const style = (name: string, value: unknown): StyleSpec | undefined => {
    const parsed = typeof value === "string" ? parseStyle(value) : { fault: 'expected a style such as "bold green"' };
    if ("style" in parsed) return parsed.style;
    problems.push(`${name}: ${parsed.fault}.`);
    return undefined;
  };
  const role = (name: string, value: unknown): RoleSpec | undefined => {
    if (!isRecord(value)) return style(name, value);
    const light = style(`${name}.light`, value["light"]);
    const dark = style(`${name}.dark`, value["dark"]);
    return light === undefined || dark === undefined ? undefined : { light, dark };
  };
  const roles = Object.entries(readObject(text, problems)).flatMap(([name, value]): readonly (readonly [string, RoleSpec])[] => {
    if (!ROLES.includes(name)) {
      const near = nearestName(name, ROLES);
      problems.push(`no role ${JSON.stringify(name)}${near === undefined ? `; roles: ${ROLES.join(", ")}` : `; did you mean ${near}?`}.`);
      return [];
    }
    const spec = role(name, value);
    return spec === undefined ? [] : [[name, spec]];
  });
  return { spec: { roles: Object.fromEntries(roles) }, problems };
};

const readObject = (text: string, problems: string[]): Readonly<Record<string, unknown>> => {
  try {
    const value: unknown = JSON.parse(text);
    if (isRecord(value)) return value;
    problems.push('the file must be an object, such as { "accent": "bold blue" }.');
  } catch (error) {
    problems.push(`not valid JSON: ${error instanceof Error ? error.message : String(error)}.`);
  }
  return {};
};

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
