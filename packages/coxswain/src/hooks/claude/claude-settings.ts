import type { Hook } from "../hook.ts";
import { CLAUDE_EVENTS, type ClaudeEventName, isClaudeEvent } from "./claude-event.ts";
import { commandName } from "../shell/index.ts";
import { claudeHook } from "./claude-hook.ts";
import { claudeMatcher } from "./claude-matcher.ts";

/** Hook of a Claude Code settings file, converted to a hook here. */
export interface ReadHook {
  readonly hook: Hook;
  /** Tools that it applies to, as written in the file. */
  readonly tools?: string;
  readonly command: string;
}

export interface ReadHooks {
  readonly hooks: readonly ReadHook[];
  /** Skipped parts, one line each. */
  readonly warnings: readonly string[];
}

export interface ClaudeSettingsOptions {
  /** Name of the file for users. */
  readonly source: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Default timeout of Claude Code's hooks, in milliseconds. */
const TIMEOUT = 60_000;
/** Options that change when or how a hook runs, and are not supported here. */
const UNKNOWN_WAYS = ["if", "async", "asyncRewake", "once", "shell", "args"];

/** Reads the hooks of a Claude Code settings file. Skips unsupported parts with a warning. */
export const readClaudeHooks = (text: string, { source, env }: ClaudeSettingsOptions): ReadHooks => {
  const hooks: ReadHook[] = [];
  const warnings: string[] = [];
  const leave = (what: string, why: string): void => void warnings.push(`${source}: ${what} is left out: ${why}.`);
  const settings = parsed(text);
  if (settings === undefined) return { hooks, warnings: [`${source}: its hooks are left out: it is not JSON.`] };
  if (settings["disableAllHooks"] === true) return { hooks, warnings };
  for (const [at, groups] of Object.entries(fieldsOf(settings["hooks"]))) {
    if (!isClaudeEvent(at)) {
      leave(`what it has for ${at}`, "there is no such event here");
      continue;
    }
    for (const group of listOf(groups).map(fieldsOf)) {
      const { matcher } = group;
      const matches = claudeMatcher(typeof matcher === "string" ? matcher : undefined);
      if (matches === undefined) {
        leave(`a group of its hooks for ${at}`, `its matcher ${JSON.stringify(matcher)} is no regular expression`);
        continue;
      }
      for (const one of listOf(group["hooks"]).map(fieldsOf)) {
        const why = unusable(one);
        if (why === undefined) hooks.push(read(at, one, matcher, matches, env));
        else leave(`a hook for ${at}`, why);
      }
    }
  }
  return { hooks, warnings };
};

const unusable = (hook: Readonly<Record<string, unknown>>): string | undefined => {
  const { type, command } = hook;
  if (type !== "command") return `its type ${JSON.stringify(type)} is none that is known here`;
  if (typeof command !== "string" || command.trim() === "") return "it has no command";
  const way = UNKNOWN_WAYS.find((name) => hook[name] !== undefined && hook[name] !== false);
  return way === undefined ? undefined : `"${way}" is not known here`;
};

const read = (
  at: ClaudeEventName,
  { command, timeout }: Readonly<Record<string, unknown>>,
  matcher: unknown,
  matches: (name: string) => boolean,
  env: Readonly<Record<string, string>>,
): ReadHook => {
  const line = String(command);
  const seconds = typeof timeout === "number" && timeout > 0 ? timeout : TIMEOUT / 1000;
  const isOfTools = "named" in CLAUDE_EVENTS[at] && typeof matcher === "string" && matcher !== "";
  return {
    hook: claudeHook({ at, matches, name: commandName(line), command: line, timeout: seconds * 1000, env }),
    ...(isOfTools ? { tools: matcher } : {}),
    command: line,
  };
};

const parsed = (text: string): Readonly<Record<string, unknown>> | undefined => {
  try {
    return fieldsOf(JSON.parse(text));
  } catch {
    return undefined;
  }
};

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? Object.fromEntries(Object.entries(value)) : {};

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
