import type { CommandEffects, PathUse, PermissionRequest, ShellCommand } from "../../loop/index.ts";
import { meets } from "./command-match.ts";
import { type PathRule, pathRule, type RulePlaces } from "./path-match.ts";
import { isTool } from "./rule-tool.ts";
import type { Rule } from "./rule.ts";
import { hostOf, isCommand, isHost, isMcp } from "./subjects.ts";

/** Whether a rule is met; `maybe` with why nobody knows. */
export type Meeting = "yes" | "no" | { readonly maybe: string };

/** A rule that makes things stricter looks at all that a request may do. */
export const forbids = (rule: Rule, places: RulePlaces): ((request: PermissionRequest) => Meeting) => {
  switch (rule.about) {
    case "tool":
      return ({ tool }) => (isTool(tool, rule.tool) ? "yes" : "no");
    case "command":
      return (request) => (isCommand(request) ? commandsMeet(request.effects, rule.words) : "no");
    case "path": {
      const about = pathRule(rule.pattern, places);
      return (request) => pathMeets(request, rule.use === "read" ? "read" : "write", about);
    }
    case "host":
      return ({ effect, subject, effects }) => {
        const hosts = effects?.hosts ?? (effect === "network" ? [hostOf(subject)] : []);
        return hosts.some((host) => isHost(host, rule.host)) ? "yes" : "no";
      };
    case "mcp":
      return (request) => (isMcp(request, rule) ? "yes" : "no");
  }
};

const commandsMeet = (effects: CommandEffects | undefined, words: readonly string[]): Meeting => {
  if (effects === undefined) return { maybe: "the command was not read" };
  const met = new Set(all(effects.commands).map((command) => meets(command, words)));
  if (met.has("yes")) return "yes";
  if (met.has("maybe")) return { maybe: "not all of the command's words are known before" };
  const [doubt] = effects.doubts;
  return doubt === undefined ? "no" : { maybe: doubt };
};

const all = (commands: readonly ShellCommand[]): readonly ShellCommand[] =>
  commands.flatMap((command) => [command, ...all(command.inside)]);

const pathMeets = ({ effect, subject, alsoKnownAs = [], effects }: PermissionRequest, use: "read" | "write", about: PathRule): Meeting => {
  if (effects === undefined) return effect === use && [subject, ...alsoKnownAs].some(about.names) ? "yes" : "no";
  const met = new Set(effects.paths.map((path) => useMeets(path, use, about)));
  if (met.has("yes")) return "yes";
  return met.has("maybe") ? { maybe: "a program is given that path, or a folder that it may lie in" } : "no";
};

/** What a program is given without it being known for what, counts as read. */
const useMeets = ({ path, use: found, whole }: PathUse, use: "read" | "write", about: PathRule): "yes" | "maybe" | "no" => {
  if (found !== use && found !== "either") return "no";
  const certain = found === use || use === "read";
  if (about.names(path)) return certain ? "yes" : "maybe";
  const liesIn = whole === true ? about.liesIn(path) : "no";
  return liesIn === "yes" && !certain ? "maybe" : liesIn;
};
