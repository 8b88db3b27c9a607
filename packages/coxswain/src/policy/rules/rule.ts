import { CoxswainError } from "../../base/index.ts";

/** A parsed rule. `text` is the rule as written. */
export type Rule = { readonly text: string } & (
  | { readonly about: "tool"; readonly tool: string }
  /** `exact`: the command has no further words. */
  | { readonly about: "command"; readonly words: readonly string[]; readonly exact?: true }
  | { readonly about: "path"; readonly use: "read" | "write" | "edit"; readonly pattern: string }
  /** In `allow`, the default scheme is `https`, and the default port is the scheme's. Otherwise any scheme and port. */
  | { readonly about: "host"; readonly host: string; readonly scheme?: "http" | "https"; readonly port?: number }
  /** `version`: it allows the tool only in this version. */
  | { readonly about: "mcp"; readonly server: string; readonly tool: string; readonly version?: string }
);

/**
 * Parses `tool(specifier)`, or the name of a tool, which applies to everything that the tool does. Returns a one-line fault
 * for an invalid rule.
 */
export const parseRule = (text: string): Rule | { readonly fault: string } => {
  const fault = (what: string): { readonly fault: string } => ({
    fault: `the rule ${JSON.stringify(shown(text))} is invalid: ${what}`,
  });
  const found = /^([A-Za-z_][\w.-]*)(?:\((.*)\))?$/s.exec(text);
  if (found === null) return fault("expected the name of a tool, or tool(specifier) such as bash(git status)");
  const [, tool = "", specifier] = found;
  if (specifier === undefined) return mcpRule(text, MCP_NAME.exec(tool)) ?? { text, about: "tool", tool };
  const inner = specifier.trim();
  if (inner === "") return fault("its parentheses are empty");
  switch (tool) {
    case "bash": {
      const begin = inner.replace(EXACT_END, "");
      const words = splitWords(begin);
      if ("fault" in words) return fault(words.fault);
      return { text, about: "command", words, ...(begin === inner ? {} : { exact: true }) };
    }
    case "read":
    case "write":
    case "edit":
      return { text, about: "path", use: tool, pattern: inner };
    case "fetch":
      return (
        hostRule(text, inner) ??
        fault("expected a host in its parentheses, such as example.org, *.example.org, example.org:8443 or http://example.org")
      );
    case "mcp":
      return (
        mcpRule(text, MCP_SPECIFIER.exec(inner)) ??
        fault("expected a server and its tool in its parentheses, such as github/create_issue or github/*")
      );
    default:
      return fault(`only bash, read, write, edit, fetch and mcp take a specifier; ${tool} alone applies to everything that this tool does`);
  }
};

/** `server`, `server/tool`, or as answers save it, `server/tool@version`. */
const MCP_SPECIFIER = /^([^/\s]+)(?:\/([^/\s@]+)(?:@([\da-z]+))?)?$/;
/** The names that models and hooks have for servers and their tools. */
const MCP_NAME = /^mcp__(.+?)(?:__(.+))?$/;

const mcpRule = (text: string, found: RegExpExecArray | null): Rule | undefined => {
  const [, server, tool = "*", version] = found ?? [];
  return server === undefined ? undefined : { text, about: "mcp", server, tool, ...(version === undefined ? {} : { version }) };
};

/** A `$` as the last word: the command has no further words. */
const EXACT_END = /\s\$$/;

const HOST = /^(?:(https?):\/\/)?((?:\*\.)?(?:[\w-]+(?:\.[\w-]+)*|\[[\da-f:.]+\]))(?::(\d{1,5}))?$/;
const MAX_PORT = 65_535;

const hostRule = (text: string, inner: string): Rule | undefined => {
  const [, scheme, host, digits] = HOST.exec(inner.toLowerCase()) ?? [];
  const port = digits === undefined ? undefined : Number(digits);
  if (host === undefined || port === 0 || (port !== undefined && port > MAX_PORT)) return undefined;
  return {
    text,
    about: "host",
    host,
    ...(scheme === undefined ? {} : { scheme: scheme === "http" ? "http" : "https" }),
    ...(port === undefined ? {} : { port }),
  };
};

const MAX_SHOWN = 80;
const shown = (text: string): string => (text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text);

/** An invalid rule. The message contains the fault. */
export class RuleError extends CoxswainError {
  override readonly name = "RuleError";
  readonly code = "rule";
}

/** Characters with a meaning in a shell. */
const SPECIAL = /[$`;|&<>()*?[\]{}!#~\\]/;

/** Splits a rule into words; words with blanks are quoted. Returns a fault, as one clause, for an invalid rule. */
const splitWords = (text: string): readonly string[] | { readonly fault: string } => {
  const words: string[] = [];
  let rest = text.trim();
  while (rest !== "") {
    const found = /^(?:'[^']*'|"[^"\\$`]*"|[^\s'"])+/.exec(rest)?.[0];
    if (found === undefined) return { fault: "a quote is not closed" };
    const plain = found.replaceAll(/'[^']*'|"[^"]*"/g, "");
    const special = SPECIAL.exec(plain.replace(/^~(?=\/|$)/, ""))?.[0];
    if (special !== undefined) {
      const hint =
        plain.endsWith(":*") || plain === "*"
          ? "; a rule applies to all commands that begin with its words anyway"
          : "; quote it to use it literally";
      return { fault: `${JSON.stringify(special)} has no meaning in a rule for commands${hint}` };
    }
    words.push(found.replaceAll(/'([^']*)'|"([^"]*)"/g, (_, single?: string, double?: string) => single ?? double ?? ""));
    rest = rest.slice(found.length).trimStart();
  }
  return words.length === 0 ? { fault: "expected a command in its parentheses" } : words;
};

/**
 * The rule for exactly the command of these words, in the form that `parseRule` reads. Empty for words that do not belong
 * in a list of rules.
 */
export const exactCommand = (words: readonly string[]): readonly string[] => {
  const rule = `bash(${words.map(quoted).join(" ")} $)`;
  return words.length === 0 || rule.length > MAX_RULE_LENGTH || /[\p{Cc}\p{Cf}]/u.test(rule) ? [] : [rule];
};

/** The rule for all commands that begin with these words, in the form that `parseRule` reads. Empty as for `exactCommand`. */
export const prefixCommand = (words: readonly string[]): readonly string[] =>
  exactCommand(words).map((rule) => rule.replace(/ \$\)$/, ")"));

const MAX_RULE_LENGTH = 500;

const quoted = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'"'"'`)}'`);
