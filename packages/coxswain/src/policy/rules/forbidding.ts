import type { CommandEffects, CommandWord, PathUse, PermissionRequest, ShellCommand } from "../../loop/index.ts";
import { baseName, isKnownProgram, mayConnect } from "../shell/index.ts";
import { meets } from "./command-match.ts";
import { type PathRule, pathRule, type RulePlaces } from "./path-match.ts";
import { hostOf, isCommand, isHost, isMcp, isTool } from "./subjects.ts";
import type { Rule } from "./rule.ts";

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
        if (hosts.some((host) => isHost(host, rule.host))) return "yes";
        return effects !== undefined && all(effects.commands).some((command) => mentions(command, rule.host))
          ? { maybe: "a program is told of that host" }
          : "no";
      };
    case "mcp":
      return (request) => (isMcp(request, rule) ? "yes" : "no");
  }
};

const commandsMeet = (effects: CommandEffects | undefined, words: readonly string[]): Meeting => {
  if (effects === undefined) return { maybe: "the command was not read" };
  const commands = all(effects.commands);
  const met = commands.map((command) => meets(command, words));
  if (met.includes("yes")) return "yes";
  if (commands.some((command) => mayLaunch(command, words))) return { maybe: "a program is given such a command, and may run it" };
  const open = commands[met.indexOf("maybe")];
  if (open !== undefined) return { maybe: whyOpen(open) };
  const [doubt] = effects.unresolved;
  return doubt === undefined ? "no" : { maybe: doubt };
};

/** What is run and not known says why itself. */
const whyOpen = ({ words, unresolved: [doubt] }: ShellCommand): string =>
  words.length === 1 && words[0]?.kind === "unknown" && doubt !== undefined
    ? doubt.reason
    : "not all of the command's words are known before";

/** Whether a program of which nothing is known is given the words of such a command. One word alone may be anything, as the name of a package. */
const mayLaunch = ({ words }: ShellCommand, rule: readonly string[]): boolean => {
  const [program, ...rest] = words;
  if (program === undefined || rule.length < 2 || isKnownProgram(baseName(program.text))) return false;
  return rest.some((word, at) => meets(given(rest.slice(at)), rule) === "yes" || meets(given(asWords(word)), rule) === "yes");
};

const given = (words: readonly CommandWord[]): ShellCommand => ({ words, inside: [], unresolved: [] });
const asWords = ({ text }: CommandWord): readonly CommandWord[] => text.split(/\s+/).map((part) => ({ kind: "guess", text: part }));

/** Whether a host stands in the words of a program, in whatever way but in an address: of those it is known which host they name. */
const mentions = ({ words: [program, ...rest] }: ShellCommand, rule: string): boolean => {
  if (program === undefined || !mayConnect(baseName(program.text))) return false;
  const host = rule.replace(/^\*\./, "").replaceAll(".", String.raw`\.`);
  const named = new RegExp(String.raw`${rule.startsWith("*.") ? String.raw`[\w-]\.` : String.raw`(?<![\w.-])`}${host}(?![\w-]|\.\w)`, "i");
  return rest.some(({ text }) => [text, text.slice(2)].some((one) => named.test(one.replaceAll(ADDRESS, "").replace(SEARCHED, ""))));
};

/** From the beginning of a word alone: a long one would be looked through from each of its letters else. */
const ADDRESS = /\b\w+:\/\/\S+/g;
const SEARCHED = /^(?:--)?(?:grep|author|message|format)=.*/s;

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
