import { CoxswainError } from "../../base/index.ts";
/** What a rule is about. `text` is the rule as it was written. */
export type Rule = { readonly text: string } & (
  | { readonly about: "tool"; readonly tool: string }
  /** `exact`: no words come after these. */
  | { readonly about: "command"; readonly words: readonly string[]; readonly exact?: true }
  | { readonly about: "path"; readonly use: "read" | "write" | "edit"; readonly pattern: string }
  | { readonly about: "host"; readonly host: string }
  | { readonly about: "mcp"; readonly server: string; readonly tool: string }
);

/** Reads `tool(specifier)`, or the name of a tool alone, which is about all that it does; or says in one line what is wrong. */
export const parseRule = (text: string): Rule | { readonly fault: string } => {
  const fault = (what: string): { readonly fault: string } => ({
    fault: `the rule ${JSON.stringify(shown(text))} cannot be read: ${what}`,
  });
  const found = /^([A-Za-z_][\w.-]*)(?:\((.*)\))?$/s.exec(text);
  if (found === null) return fault("it has to be the name of a tool, or tool(specifier) as bash(git status)");
  const [, tool = "", specifier] = found;
  if (specifier === undefined) return { text, about: "tool", tool };
  const inner = specifier.trim();
  if (inner === "") return fault("nothing stands in its brackets");
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
      return HOST.test(inner)
        ? { text, about: "host", host: inner.toLowerCase() }
        : fault("a host has to stand in its brackets, as example.org or *.example.org");
    case "mcp": {
      const [, server = "", name = ""] = /^([^/\s]+)(?:\/([^/\s]+))?$/.exec(inner) ?? [];
      return server === ""
        ? fault("a server and its tool have to stand in its brackets, as github/create_issue or github/*")
        : { text, about: "mcp", server, tool: name || "*" };
    }
    default:
      return fault(`only bash, read, write, edit, fetch and mcp take a specifier; ${tool} alone is about all that this tool does`);
  }
};

/** A `$` as the last word: nothing comes after. */
const EXACT_END = /\s\$$/;

const HOST = /^(?:\*\.)?(?:[\w-]+(?:\.[\w-]+)*|\[[\da-f:]+\])$/i;

const MAX_SHOWN = 80;
const shown = (text: string): string => (text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text);

/** A rule is not what one can be. */
export class RuleError extends CoxswainError {
  override readonly name = "RuleError";
  readonly code = "rule";
}

/** Means more than itself to a shell. */
const SPECIAL = /[$`;|&<>()*?[\]{}!#~\\]/;

/** The words of a rule, in quotes where they have blanks; or what is wrong with it, as one clause. */
const splitWords = (text: string): readonly string[] | { readonly fault: string } => {
  const words: string[] = [];
  let rest = text.trim();
  while (rest !== "") {
    const found = /^(?:'[^']*'|"[^"\\$`]*"|[^\s'"])+/.exec(rest)?.[0];
    if (found === undefined) return { fault: "a quote in it is not closed" };
    const plain = found.replaceAll(/'[^']*'|"[^"]*"/g, "");
    const special = SPECIAL.exec(plain.replace(/^~(?=\/|$)/, ""))?.[0];
    if (special !== undefined) {
      const hint =
        plain.endsWith(":*") || plain === "*"
          ? "; it is about all commands that begin so in any case"
          : "; put it in quotes if it is meant as it stands";
      return { fault: `${JSON.stringify(special)} has no meaning in a rule for commands${hint}` };
    }
    words.push(found.replaceAll(/'([^']*)'|"([^"]*)"/g, (_, single?: string, double?: string) => single ?? double ?? ""));
    rest = rest.slice(found.length).trimStart();
  }
  return words.length === 0 ? { fault: "a command has to stand in its brackets" } : words;
};

/** The rule about exactly the command of these words, which `parseRule` reads back; none for words that no line of rules should have. */
export const exactCommand = (words: readonly string[]): readonly string[] => {
  const rule = `bash(${words.map(quoted).join(" ")} $)`;
  return words.length === 0 || rule.length > MAX_RULE_LENGTH || /[\p{Cc}\p{Cf}]/u.test(rule) ? [] : [rule];
};

const MAX_RULE_LENGTH = 500;

const quoted = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'"'"'`)}'`);
