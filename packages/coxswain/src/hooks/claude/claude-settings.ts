import type { Hook } from "../hook.ts";
import { CLAUDE_EVENTS, type ClaudeEventName, isClaudeEvent } from "./claude-event.ts";
import { commandName } from "../shell/index.ts";
import { claudeHook } from "./claude-hook.ts";
import { claudeMatcher } from "./claude-matcher.ts";

/** A hook as it stands in a file of Claude's, and as it is asked here. */
export interface ReadHook {
  readonly hook: Hook;
  /** The tools that it is about, as the file has it. */
  readonly tools?: string;
  readonly command: string;
}

export interface ReadHooks {
  readonly hooks: readonly ReadHook[];
  /** What of it cannot be taken, a line each. */
  readonly warnings: readonly string[];
}

export interface ClaudeSettingsOptions {
  /** The file, for people. */
  readonly source: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Milliseconds that hooks have there unless they say otherwise. */
const TIMEOUT = 60_000;
/** They change when or how a hook is run, which is not known here. */
const UNKNOWN_WAYS = ["if", "async", "asyncRewake", "once", "shell", "args"];

/** The hooks of a settings file of Claude's. What has no meaning here is left out with a warning. */
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
