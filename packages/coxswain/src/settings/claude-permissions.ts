import { parseRule } from "../policy/index.ts";
import type { PermissionSettings } from "./settings.ts";

export interface ClaudePermissions {
  /** Only `allow`, `ask` and `deny`, as rules of this project. */
  readonly permissions: PermissionSettings;
  /** Rules that were ignored or made stricter, one line each. */
  readonly warnings: readonly string[];
}

export interface ClaudePermissionsOptions {
  /** Name of the file for users. */
  readonly source: string;
  /** The project's folder, absolute. Paths that begin with `/` start there. */
  readonly project: string;
}

/** A list of rules in a file. Rules that ask or deny are made stricter where they cannot be converted exactly. */
type List = "allow" | "ask" | "deny";

/** Rules for the same requests; `exactly: false` for more of them. */
interface Converted {
  readonly rules: readonly string[];
  readonly exactly: boolean;
}

/**
 * Converts the permission rules of a Claude Code settings file. A rule that cannot be converted exactly allows nothing, and
 * asks about or denies more than it names; both with a warning.
 */
export const claudePermissions = (text: string, { source, project }: ClaudePermissionsOptions): ClaudePermissions => {
  const warnings: string[] = [];
  const lists = listsIn(text);
  if (lists === undefined) return { permissions: {}, warnings: [`${source}: its permission rules were skipped: it is not valid JSON.`] };
  const convertList = (list: List): readonly string[] =>
    lists[list].flatMap((rule) => {
      const shown = typeof rule === "string" ? JSON.stringify(rule) : "an entry that is not a string";
      const converted = typeof rule === "string" ? convert(rule.trim(), list === "allow" ? ALLOWED : FORBIDDEN, project) : undefined;
      if (converted === undefined) {
        warnings.push(`${source}: "permissions.${list}" ${shown} was ignored: it names no tool that exists here.`);
        return [];
      }
      if (converted.exactly) return converted.rules;
      if (list === "allow") warnings.push(`${source}: "permissions.allow" ${shown} was ignored: no rule allows exactly that.`);
      else warnings.push(`${source}: "permissions.${list}" ${shown} applies to more than it names: ${converted.rules.join(", ")}.`);
      return list === "allow" ? [] : converted.rules;
    });
  const permissions = Object.fromEntries(
    (["allow", "ask", "deny"] as const)
      .map((list) => [list, [...new Set(convertList(list))]] as const)
      .filter(([, rules]) => rules.length > 0),
  );
  return { permissions, warnings };
};

const listsIn = (text: string): Readonly<Record<List, readonly unknown[]>> | undefined => {
  try {
    const { permissions } = Object(JSON.parse(text)) as { readonly permissions?: unknown };
    const found = Object(permissions) as Readonly<Record<string, unknown>>;
    const list = (name: List): readonly unknown[] => (Array.isArray(found[name]) ? found[name] : []);
    return { allow: list("allow"), ask: list("ask"), deny: list("deny") };
  } catch {
    return undefined;
  }
};

const convert = (rule: string, whole: WholeTools, project: string): Converted | undefined => {
  const [, tool = "", specifier] = /^([\w*-]+)(?:\((.*)\))?$/s.exec(rule) ?? [];
  const inner = specifier === "*" || specifier === "" ? undefined : specifier;
  if (tool.startsWith("mcp__")) return mcp(tool, inner);
  switch (tool) {
    case "Bash":
      return inner === undefined ? exact("bash") : command(inner);
    case "Read":
      return inner === undefined ? exact(...whole.read) : paths("read", inner, project);
    case "Edit":
    case "MultiEdit":
    case "NotebookEdit":
    case "Write":
      return inner === undefined ? exact(...whole.write) : paths("write", inner, project);
    case "WebFetch":
      return inner === undefined ? exact("fetch", "download") : domain(inner);
    case "*":
      return exact(...EVERYTHING);
    default:
      return TOOLS.has(tool) ? withSpecifier(TOOLS.get(tool) ?? [], inner) : undefined;
  }
};

const exact = (...rules: readonly string[]): Converted => ({ rules, exactly: true });
const broader = (...rules: readonly string[]): Converted => ({ rules, exactly: false });

/** The rules for `Read` and `Edit` without a path. */
interface WholeTools {
  readonly read: readonly string[];
  readonly write: readonly string[];
}

const ALLOWED: WholeTools = { read: ["read", "glob", "grep", "ls"], write: ["edit", "write"] };
/** Whichever tool or command does it. */
const FORBIDDEN: WholeTools = { read: ["read", "read(/**)"], write: ["edit", "write", "write(/**)"] };
const EVERYTHING = ["bash", ...FORBIDDEN.read, ...FORBIDDEN.write, "glob", "grep", "ls", "fetch", "download", "web_search", "task"];

/** Other tools, by the names of those that do the same here. */
const TOOLS: ReadonlyMap<string, readonly string[]> = new Map([
  ["Agent", ["task"]],
  ["BashOutput", ["job_output"]],
  ["Glob", ["glob"]],
  ["Grep", ["grep"]],
  ["KillShell", ["job_kill"]],
  ["LS", ["ls"]],
  ["Task", ["task"]],
  ["WebSearch", ["web_search"]],
]);

const withSpecifier = (rules: readonly string[], inner: string | undefined): Converted =>
  inner === undefined ? exact(...rules) : broader(...rules);

/** `mcp__server`, `mcp__server__tool`. */
const mcp = (name: string, inner: string | undefined): Converted => {
  const [, server = "", tool] = /^mcp__(.+?)(?:__(.+))?$/.exec(name) ?? [];
  if (inner !== undefined || /\*/.test(server) || (tool !== undefined && tool !== "*" && tool.includes("*")))
    return broader(/\*/.test(server) || server === "" ? "mcp" : `mcp(${server})`);
  return exact(tool === undefined ? `mcp(${server})` : `mcp(${server}/${tool})`);
};

/** `npm test` is that command alone, `npm run test:*` and `git diff *` all that begin so. `*` elsewhere has no equal here. */
const command = (inner: string): Converted => {
  const prefix = /^(.*?)(?::\*| \*)$/s.exec(inner)?.[1];
  const rule = prefix === undefined ? `bash(${inner} $)` : `bash(${prefix})`;
  const isAssigned = /^\w+=/.test(inner);
  if (!isAssigned && !inner.slice(0, prefix?.length).includes("*") && !("fault" in parseRule(rule))) return exact(rule);
  const words = inner.replace(/^(?:\w+=\S*\s+)+/, "").split(/\s+/);
  const plain = words.findIndex((word) => !/^[\w@%+=,./-]+$/.test(word));
  const first = plain === -1 ? words : words.slice(0, plain);
  return broader(first.length === 0 ? "bash" : `bash(${first.join(" ")})`);
};

/** A pattern as in .gitignore: a name alone is in any folder, and a folder includes everything in it. */
const paths = (use: "read" | "write", inner: string, project: string): Converted => {
  const isRooted = /^\/(?!\/)/.test(inner);
  const exactly = !inner.startsWith("!") && !/[{}\\]/.test(inner) && !(isRooted && SPECIAL.test(project));
  // Characters with another meaning here match any character.
  const pattern = inner
    .replace(/^!/, "")
    .replaceAll(/\\.|[{}\\]/gs, "?")
    .replace(/(.)\/+$/, "$1");
  const located = isRooted ? project.split(SPECIAL).join("?") + pattern : locate(pattern);
  const rules = located.endsWith("/**") ? [located] : [located, `${located}/**`];
  return { rules: rules.map((path) => `${use}(${path})`), exactly };
};

/** Characters with a meaning in a rule for paths. */
const SPECIAL = /[{}[\]*?\\]/;

const locate = (pattern: string): string => {
  if (pattern.startsWith("//")) return pattern.slice(1);
  const relative = pattern.replace(/^\.\//, "");
  return relative.includes("/") || relative !== pattern ? relative : `**/${relative}`;
};

const domain = (inner: string): Converted => {
  const host = /^domain:(\S+)$/.exec(inner)?.[1];
  if (host === undefined || "fault" in parseRule(`fetch(${host})`)) return broader("fetch", "download");
  return exact(`fetch(${host})`);
};
