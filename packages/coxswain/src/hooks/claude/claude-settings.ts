import type { Hook } from "../hook.ts";
import { CLAUDE_EVENTS, type ClaudeEventName, isClaudeEvent } from "./claude-event.ts";
import { commandName } from "../hook-command.ts";
import { claudeHook } from "./claude-hook.ts";

/** Hook of a Claude Code settings file, converted to a hook here. */
export interface ClaudeFileHook {
  readonly hook: Hook;
  /** Tools that it applies to, as written in the file. */
  readonly tools?: string;
  readonly command: string;
}

export interface ClaudeFileHooks {
  readonly hooks: readonly ClaudeFileHook[];
  /** Skipped parts, one line each. */
  readonly warnings: readonly string[];
}

export interface ClaudeSettingsOptions {
  /** Name of the file for users. */
  readonly source: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Default timeout of Claude Code's hooks, in milliseconds. */
const CLAUDE_TIMEOUT = 60_000;
/** Options that change when or how a hook runs, and are not supported here. */
const UNSUPPORTED_OPTIONS = ["if", "async", "asyncRewake", "once", "shell", "args"];

/** Reads the hooks of a Claude Code settings file. Skips unsupported parts with a warning. */
export const readClaudeHooks = (text: string, { source, env }: ClaudeSettingsOptions): ClaudeFileHooks => {
  const hooks: ClaudeFileHook[] = [];
  const warnings: string[] = [];
  const skip = (what: string, why: string): void => void warnings.push(`${source}: ${what} skipped: ${why}.`);
  const settings = parseObject(text);
  if (settings === undefined) return { hooks, warnings: [`${source}: its hooks were skipped: it is not JSON.`] };
  if (settings["disableAllHooks"] === true) return { hooks, warnings };
  for (const [at, groups] of Object.entries(fieldsOf(settings["hooks"]))) {
    if (!isClaudeEvent(at)) {
      skip(`hooks for ${at}`, "the event is not supported");
      continue;
    }
    for (const group of listOf(groups).map(fieldsOf)) {
      const { matcher } = group;
      const matches = parseMatcher(typeof matcher === "string" ? matcher : undefined);
      if (matches === undefined) {
        skip(`a group of hooks for ${at}`, `its matcher ${JSON.stringify(matcher)} is not a regular expression`);
        continue;
      }
      for (const one of listOf(group["hooks"]).map(fieldsOf)) {
        const why = unsupportedReason(one);
        if (why === undefined) hooks.push(createHook(at, one, matcher, matches, env));
        else skip(`a hook for ${at}`, why);
      }
    }
  }
  return { hooks, warnings };
};

const unsupportedReason = (hook: Readonly<Record<string, unknown>>): string | undefined => {
  const { type, command } = hook;
  if (type !== "command") return `its type ${JSON.stringify(type)} is not supported`;
  if (typeof command !== "string" || command.trim() === "") return "it has no command";
  const way = UNSUPPORTED_OPTIONS.find((name) => hook[name] !== undefined && hook[name] !== false);
  return way === undefined ? undefined : `"${way}" is not supported`;
};

const createHook = (
  at: ClaudeEventName,
  { command, timeout }: Readonly<Record<string, unknown>>,
  matcher: unknown,
  matches: (name: string) => boolean,
  env: Readonly<Record<string, string>>,
): ClaudeFileHook => {
  const line = String(command);
  const seconds = typeof timeout === "number" && timeout > 0 ? timeout : CLAUDE_TIMEOUT / 1000;
  const isOfTools = "hasMatchers" in CLAUDE_EVENTS[at] && typeof matcher === "string" && matcher !== "";
  return {
    hook: claudeHook({ claudeEvent: at, matches, name: commandName(line), command: line, timeout: seconds * 1000, env }),
    ...(isOfTools ? { tools: matcher } : {}),
    command: line,
  };
};

const parseObject = (text: string): Readonly<Record<string, unknown>> | undefined => {
  try {
    return fieldsOf(JSON.parse(text));
  } catch {
    return undefined;
  }
};

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? Object.fromEntries(Object.entries(value)) : {};

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Matches a list of names, as opposed to a regular expression. */
const NAME_LIST = /^[\w\- ,|]+$/;

/**
 * Parses a matcher of Claude Code. A missing or empty matcher, or `*`, matches every name. Plain names, separated by
 * `|` or commas, match exactly. Anything else is a regular expression that matches anywhere in the name, such as
 * `^Notebook`. Returns undefined if it is invalid.
 */
const parseMatcher = (matcher: string | undefined): ((name: string) => boolean) | undefined => {
  if (matcher === undefined || matcher.trim() === "" || matcher.trim() === "*") return () => true;
  if (NAME_LIST.test(matcher)) {
    const names = new Set(matcher.split(/[|,]/).map((name) => name.trim()));
    return (name) => names.has(name);
  }
  try {
    const pattern = new RegExp(matcher);
    return (name) => pattern.test(name);
  } catch {
    return undefined;
  }
};
