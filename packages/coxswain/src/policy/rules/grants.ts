import { pathRule, type RulePlaces } from "./path-match.ts";
import { parseRule, type Rule } from "./rule.ts";

type About<Kind extends Rule["about"]> = Rule & { readonly about: Kind };

/** Rules that allow, read once. */
export interface Grants {
  readonly tools: readonly About<"tool">[];
  readonly commands: readonly About<"command">[];
  readonly paths: readonly (About<"path"> & { readonly names: (path: string) => boolean })[];
  readonly others: readonly About<"host" | "mcp">[];
}

export const grantsOf = (rules: readonly Rule[], places: RulePlaces): Grants => ({
  tools: rules.filter((rule) => rule.about === "tool"),
  commands: rules.filter((rule) => rule.about === "command"),
  paths: rules.filter((rule) => rule.about === "path").map((rule) => ({ ...rule, names: pathRule(rule.pattern, places).names })),
  others: rules.filter((rule) => rule.about === "host" || rule.about === "mcp"),
});

/** Of rules as answers kept them. One that cannot be read allows nothing. */
export const keptGrants = (rules: readonly string[], places: RulePlaces): Grants =>
  grantsOf(
    rules.map(parseRule).flatMap((rule) => ("fault" in rule ? [] : [rule])),
    places,
  );

/** What either allows. */
export const joined = (one: Grants, other: Grants): Grants => ({
  tools: [...one.tools, ...other.tools],
  commands: [...one.commands, ...other.commands],
  paths: [...one.paths, ...other.paths],
  others: [...one.others, ...other.others],
});
