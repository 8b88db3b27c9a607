import type { PermissionRequest, ShellCommand } from "../../loop/index.ts";
import type { Judgement, Policy } from "../policy.ts";
import { beginsWith } from "./command-match.ts";
import { pathRule, type RulePlaces } from "./path-match.ts";
import { isTool } from "./rule-tool.ts";
import type { Rule } from "./rule.ts";
import { hostOf, isCommand, isHost, isMcp } from "./subjects.ts";

/** A rule that allows is about what is known exactly. */
export const grants = (rules: readonly Rule[], places: RulePlaces): Policy => {
  const commandRules = rules.flatMap((rule) => (rule.about === "command" ? [rule] : []));
  const tools = rules.flatMap((rule) => (rule.about === "tool" ? [rule.tool] : []));
  const paths = rules.flatMap((rule) => (rule.about === "path" ? [{ ...rule, names: pathRule(rule.pattern, places).names }] : []));

  const mayUse = (path: string, use: "read" | "write", tool: string): boolean =>
    paths.some((rule) => (rule.use === use || (rule.use === "edit" && isTool(tool, "edit"))) && !/[*?[]/.test(path) && rule.names(path));

  const missing = (command: ShellCommand): readonly string[] => {
    if (command.guess === true) return [];
    const rule = commandRules
      .filter(({ words, exact }) => beginsWith(command, words) && (exact !== true || command.words.length === words.length))
      .map(({ words }) => words)
      .toSorted((one, other) => other.length - one.length)[0];
    const open = command.doubts.filter(({ at }) => at === undefined || rule === undefined || at >= rule.length).map(({ reason }) => reason);
    if (command.words.length === 0) return [...open, ...command.inside.flatMap(missing)];
    const covers = rule !== undefined && (command.wraps === undefined || (command.wraps > 0 && rule.length > command.wraps));
    const within = covers && command.wraps !== undefined ? [] : command.inside.flatMap(missing);
    if (covers || command.wraps !== undefined) return [...open, ...within];
    return [...open, `nothing allows ${JSON.stringify(shown(command))}`, ...within];
  };

  const ofCommand = ({ tool, effects, confined }: PermissionRequest): Judgement => {
    if (effects === undefined) return { verdict: "open", reason: "the command was not read" };
    // Who allowed a command where there is a sandbox did not say that it may leave it.
    if (confined === false) return { verdict: "open", reason: "it asks to run outside of the sandbox" };
    const faults = [
      ...effects.doubts,
      ...effects.commands.flatMap(missing),
      ...(effects.commands.length === 0 && effects.doubts.length === 0 ? ["it runs no program"] : []),
      ...effects.paths.flatMap(({ path, use, redirect, inside }) =>
        redirect !== true || (use === "read" && inside === true) || mayUse(path, use === "read" ? "read" : "write", tool)
          ? []
          : [`nothing allows to ${use} ${path}`],
      ),
    ];
    if (faults.length > 0) return { verdict: "open", reason: [...new Set(faults)].slice(0, 8).join("; ") };
    return { verdict: "allow", reason: "rules allow every command of it" };
  };

  return (request) => {
    const { tool, effect, subject } = request;
    const named = tools.find((one) => isTool(tool, one));
    if (named !== undefined) return { verdict: "allow", reason: `${named} is allowed` };
    if (isCommand(request)) return ofCommand(request);
    if ((effect === "read" || effect === "write") && mayUse(subject, effect, tool))
      return { verdict: "allow", reason: `a rule allows to ${effect} ${subject}` };
    const met = rules.find(
      (rule) =>
        (rule.about === "host" && effect === "network" && isHost(hostOf(subject), rule.host)) ||
        (rule.about === "mcp" && isMcp(request, rule)),
    );
    return met === undefined ? undefined : { verdict: "allow", reason: `the rule ${met.text} allows it` };
  };
};

const LONGEST = 60;
const shown = ({ words }: ShellCommand): string => {
  const text = words.map((word) => (word.kind === "unknown" ? `${word.text}…` : word.text)).join(" ");
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
};
