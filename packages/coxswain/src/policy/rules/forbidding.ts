import type { CommandEffects, CommandWord, PathUse, PermissionRequest, ShellCommand } from "../../loop/index.ts";
import { baseName, mayConnect } from "../shell/index.ts";
import { matchesRule } from "./command-match.ts";
import { type PathRule, pathRule, type RulePlaces } from "./path-match.ts";
import { forbidsOrigin, isCommand, isHost, isMcp, isTool } from "./subjects.ts";
import type { Rule } from "./rule.ts";

/** The result of matching a request with a rule; `maybe` has the reason why it is unknown. */
export type Application = "yes" | "no" | { readonly maybe: string };

/** Compiles a rule that asks or denies. It applies to everything that a request may do. */
export const forbids = (rule: Rule, places: RulePlaces): ((request: PermissionRequest) => Application) => {
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
        if (effects === undefined) return effect === "network" && forbidsOrigin(rule, subject) ? "yes" : "no";
        if (effects.hosts.some((host) => isHost(host, rule.host)))
          return rule.port === undefined && rule.scheme === undefined
            ? "yes"
            : { maybe: "a command connects to that host, and may use that port" };
        return all(effects.commands).some((command) => mentions(command, rule.host))
          ? { maybe: "an argument of a program may name that host" }
          : "no";
      };
    case "mcp":
      return (request) => (isMcp(request, rule) ? "yes" : "no");
  }
};

const commandsMeet = (effects: CommandEffects | undefined, words: readonly string[]): Application => {
  if (effects === undefined) return { maybe: "the command was not parsed" };
  const commands = all(effects.commands);
  const met = commands.map((command) => matchesRule(command, words));
  if (met.includes("yes")) return "yes";
  if (commands.some(({ texts = [] }) => holdsCommand(texts, words)))
    return { maybe: "a program has such a command in its arguments or its input, and may run it" };
  const open = commands[met.indexOf("maybe")];
  if (open !== undefined) return { maybe: unresolvedReason(open) };
  const [reason] = effects.unresolved;
  return reason === undefined ? "no" : { maybe: reason };
};

/** The reason why a command may match. Unknown code has a specific one. */
const unresolvedReason = ({ words, unresolved: [first] }: ShellCommand): string =>
  words.length === 1 && words[0]?.kind === "unknown" && first !== undefined
    ? first.reason
    : "some of the command's words are not known in advance";

/**
 * True if strings hold the words of such a command, in whatever syntax. A string that is only the program's name does not
 * count, because it may be anything, such as the name of a package.
 */
const holdsCommand = (texts: readonly string[], rule: readonly string[]): boolean => {
  const program = baseName(rule[0] ?? "");
  const holds = (text: string): boolean => {
    const words = text.split(NO_WORD).filter((word) => word !== "");
    const starts = words.flatMap((word, at) => (baseName(word) === program ? [words.slice(at)] : []));
    return starts.some((command) => matchesRule({ words: guesses(command), inside: [], unresolved: [] }, rule) === "yes");
  };
  return rule.length > 1 ? holds(texts.join(" ")) : texts.some((text) => NO_WORD.test(text) && holds(text));
};

/** `\_` is a blank for some programs. */
const NO_WORD = /\\_|[^\w./+~@%*-]+/;

const guesses = (words: readonly string[]): readonly CommandWord[] => words.map((text) => ({ kind: "guess", text }));

/** True if a word of a program contains the host outside of a URL. Hosts of URLs are known exactly. */
const mentions = ({ words: [program, ...rest] }: ShellCommand, rule: string): boolean => {
  if (program === undefined || !mayConnect(baseName(program.text))) return false;
  const host = rule.replace(/^\*\./, "").replaceAll(".", String.raw`\.`);
  const named = new RegExp(String.raw`${rule.startsWith("*.") ? String.raw`[\w-]\.` : String.raw`(?<![\w.-])`}${host}(?![\w-]|\.\w)`, "i");
  return rest.some(({ text }) => [text, text.slice(2)].some((one) => named.test(one.replaceAll(ADDRESS, "").replace(SEARCHED, ""))));
};

/** The word boundary keeps the search linear in long words. */
const ADDRESS = /\b\w+:\/\/\S+/g;
const SEARCHED = /^(?:--)?(?:grep|author|message|format)=.*/s;

const all = (commands: readonly ShellCommand[]): readonly ShellCommand[] =>
  commands.flatMap((command) => [command, ...all(command.inside)]);

const pathMeets = (
  { effect, subject, alsoKnownAs = [], effects }: PermissionRequest,
  use: "read" | "write",
  about: PathRule,
): Application => {
  if (effects === undefined) return effect === use && [subject, ...alsoKnownAs].some(about.names) ? "yes" : "no";
  const met = new Set(effects.paths.map((path) => useMeets(path, use, about)));
  if (met.has("yes")) return "yes";
  return met.has("maybe") ? { maybe: "a program may use that path, or a folder that contains it" } : "no";
};

/** A path with an unknown use counts as read. */
const useMeets = ({ path, use: found, whole }: PathUse, use: "read" | "write", about: PathRule): "yes" | "maybe" | "no" => {
  if (found !== use && found !== "either") return "no";
  const certain = found === use || use === "read";
  if (about.names(path)) return certain ? "yes" : "maybe";
  const liesIn = whole === true ? about.liesIn(path) : "no";
  return liesIn === "yes" && !certain ? "maybe" : liesIn;
};
