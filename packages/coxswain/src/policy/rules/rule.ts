import { splitWords } from "./split-words.ts";

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

const LONGEST = 80;
const shown = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);
