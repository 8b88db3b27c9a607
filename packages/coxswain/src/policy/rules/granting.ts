import type { PermissionRequest, ShellCommand } from "../../loop/index.ts";
import type { Judgement } from "../policy.ts";
import { beginsWith } from "./command-match.ts";
import { readsOnlyInput } from "./filters.ts";
import { allowsOrigin, allowsVersion, isCommand, isMcp, isTool } from "./subjects.ts";
import { pathRule, type RulePlaces } from "./path-match.ts";
import { parseRule, type Rule } from "./rule.ts";

/** Judges a request by rules that allow. They apply only to exactly known requests. */
export const granted = (request: PermissionRequest, grants: Grants): Judgement | undefined => {
  const { tool, effect, subject } = request;
  const named = grants.tools.find((rule) => isTool(tool, rule.tool));
  if (named !== undefined) return { verdict: "allow", reason: `${named.tool} is allowed` };
  if (isCommand(request)) return ofCommand(request, grants);
  if ((effect === "read" || effect === "write") && mayUse(subject, effect, tool, grants))
    return { verdict: "allow", reason: `a rule allows to ${effect} ${subject}` };
  const naming = grants.others.filter((rule) =>
    rule.about === "host" ? effect === "network" && allowsOrigin(rule, subject) : isMcp(request, rule),
  );
  const met = naming.find((rule) => rule.about === "host" || allowsVersion(request, rule));
  if (met !== undefined) return { verdict: "allow", reason: `the rule ${met.text} allows it` };
  return naming.length === 0 ? undefined : { verdict: "open", reason: `${subject} has changed since it was allowed` };
};

const ofCommand = ({ tool, effects, confined }: PermissionRequest, grants: Grants): Judgement => {
  if (effects === undefined) return { verdict: "open", reason: "the command was not parsed" };
  // A rule for a command does not allow it to leave the sandbox.
  if (confined === false) return { verdict: "open", reason: "it asks to run outside of the sandbox" };
  // Beside a command with a rule, filters need none.
  const isNamed = effects.commands.some((command) => hasRule(command, grants));
  const faults = [
    ...effects.unresolved,
    ...effects.commands.flatMap((command) => missing(command, grants, isNamed)),
    ...(effects.commands.length === 0 && effects.unresolved.length === 0 ? [RUNS_NOTHING] : []),
    ...effects.paths.flatMap(({ path, use, redirect, inside }) =>
      redirect !== true || (use === "read" && inside === true) || mayUse(path, use === "read" ? "read" : "write", tool, grants)
        ? []
        : [`nothing allows it to ${use} ${path}`],
    ),
  ];
  if (faults.length > 0) return { verdict: "open", reason: [...new Set(faults)].slice(0, 8).join("; ") };
  return { verdict: "allow", reason: "rules allow all of its commands" };
};

/** The longest rule for a command, as words. */
const ruleFor = (command: ShellCommand, grants: Grants): readonly string[] | undefined =>
  grants.commands
    .filter(({ words, exact }) => beginsWith(command, words) && (exact !== true || command.words.length === words.length))
    .map(({ words }) => words)
    .toSorted((one, other) => other.length - one.length)[0];

const hasRule = (command: ShellCommand, grants: Grants): boolean =>
  command.guess !== true && (ruleFor(command, grants) !== undefined || command.inside.some((one) => hasRule(one, grants)));

/**
 * Reasons why rules do not cover the command.
 * @param withFilters true if filters need no rule.
 */
const missing = (command: ShellCommand, grants: Grants, withFilters: boolean): readonly string[] => {
  if (command.guess === true) return [];
  const rule = ruleFor(command, grants);
  const open = command.unresolved
    .filter(({ at }) => at === undefined || rule === undefined || at >= rule.length)
    .map(({ reason }) => reason);
  const within = (): readonly string[] => command.inside.flatMap((one) => missing(one, grants, withFilters));
  if (command.words.length === 0) return [...open, ...within()];
  const covers = rule !== undefined && (command.wraps === undefined || (command.wraps > 0 && rule.length > command.wraps));
  if (command.wraps !== undefined) return covers ? open : [...open, ...(command.inside.length === 0 ? [RUNS_NOTHING] : within())];
  return covers || (withFilters && readsOnlyInput(command))
    ? [...open, ...within()]
    : [...open, `nothing allows ${JSON.stringify(shown(command))}`, ...within()];
};

const mayUse = (path: string, use: "read" | "write", tool: string, { paths }: Grants): boolean =>
  paths.some((rule) => (rule.use === use || (rule.use === "edit" && isTool(tool, "edit"))) && !/[*?[]/.test(path) && rule.names(path));

const RUNS_NOTHING = "it does not run a program";

const LONGEST = 60;
const shown = ({ words }: ShellCommand): string => {
  const text = words.map((word) => (word.kind === "unknown" ? `${word.text}…` : word.text)).join(" ");
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
};

type About<Kind extends Rule["about"]> = Rule & { readonly about: Kind };

/** Parsed rules that allow. */
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

/** Grants of saved answers. An invalid rule allows nothing. */
export const savedGrants = (rules: readonly string[], places: RulePlaces): Grants =>
  grantsOf(
    rules.map(parseRule).flatMap((rule) => ("fault" in rule ? [] : [rule])),
    places,
  );

/** Everything that either allows. */
export const joined = (one: Grants, other: Grants): Grants => ({
  tools: [...one.tools, ...other.tools],
  commands: [...one.commands, ...other.commands],
  paths: [...one.paths, ...other.paths],
  others: [...one.others, ...other.others],
});
