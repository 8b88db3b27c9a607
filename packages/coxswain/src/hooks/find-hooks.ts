import { nearestName } from "../base/index.ts";
import { join } from "node:path";
import { readSettingsFile, type SettingsLayer } from "../settings/index.ts";
import type { FoundHook } from "./settings-hook.ts";
import { matchesTool } from "./hook-registry.ts";

/** Locations of hooks. */
export interface HookLocations {
  /** Settings of each layer, from `loadSettings`; a project's layer only if it is trusted. */
  readonly layers: readonly SettingsLayer[];
  /** Folder of the project. */
  readonly project: string;
  /** True if the user trusts the project. If not, no file in it is opened. */
  readonly trusted: boolean;
  /** Home folder of the user, absolute. */
  readonly home: string;
  /** True to include disabled hooks. Default: false. */
  readonly all?: boolean;
  /**
   * Returns the names of all tools. Called only if a hook of the settings names any. Default: tool names are not
   * checked.
   */
  readonly tools?: () => readonly string[];
}

export interface FoundHooks {
  /** In execution order. */
  readonly hooks: readonly FoundHook[];
  /** Skipped hooks and the reasons, one line each. */
  readonly warnings: readonly string[];
}

/** File in which Claude Code stores settings of a user or a project. */
const CLAUDE_SETTINGS = join(".claude", "settings.json");
const CLAUDE_LOCAL_SETTINGS = join(".claude", "settings.local.json");
/**
 * Environment variables with the project's folder; the second one is for commands that were written for Claude Code.
 */
const PROJECT_FOLDERS = ["COX_PROJECT_DIR", "CLAUDE_PROJECT_DIR"];

/**
 * Finds the hooks in files: first those of the settings, starting with the user's, then those of Claude Code's files:
 * the user's if `claudeHooks` is `all`, and a trusted project's unless it is `off`.
 */
export const findHooks = async ({ layers, project, trusted, home, all = false, tools }: HookLocations): Promise<FoundHooks> => {
  const env = Object.fromEntries(PROJECT_FOLDERS.map((name) => [name, project]));
  const hooks: FoundHook[] = [];
  const warnings: string[] = [];
  const configured = layers.flatMap(({ source, settings }) => (settings.hooks ?? []).map((setting) => ({ source, setting })));
  if (configured.length > 0) {
    const { settingsHook } = await import("./settings-hook.ts");
    hooks.push(...configured.map(({ source, setting }) => settingsHook(setting, { source, env })));
    const named = hooks.filter(({ hook, off }) => off === undefined && hook.tools !== undefined);
    if (named.length > 0 && tools !== undefined) {
      const toolNames = tools();
      warnings.push(...named.flatMap((hook) => unknownToolWarnings(hook, toolNames)));
    }
  }
  const setting = layers.findLast(({ settings }) => settings.claudeHooks !== undefined)?.settings.claudeHooks ?? "project";
  // Files in the home folder belong to the user, even if that folder is a project.
  const projectFiles = trusted && project !== home ? [CLAUDE_SETTINGS, CLAUDE_LOCAL_SETTINGS] : [];
  const files = [
    { path: join(home, CLAUDE_SETTINGS), off: setting === "all" ? undefined : OFF_REASON },
    ...projectFiles.map((name) => ({ path: join(project, name), off: setting === "off" ? OFF_REASON : undefined })),
  ];
  for (const { path, off } of files) {
    if (off !== undefined && !all) continue;
    const found = await readClaudeFile(path, env);
    hooks.push(...found.hooks.map((hook) => ({ ...hook, ...(off === undefined ? {} : { off }) })));
    if (off === undefined) warnings.push(...found.warnings);
  }
  return { hooks: all ? hooks : hooks.filter(({ off }) => off === undefined), warnings };
};

const OFF_REASON = 'disabled by the setting "claudeHooks"';

/** A file of another program that cannot be read is not an error. */
const readClaudeFile = async (path: string, env: Readonly<Record<string, string>>): Promise<FoundHooks> => {
  try {
    const text = readSettingsFile(path);
    if (text === undefined) return { hooks: [], warnings: [] };
    const { readClaudeHooks } = await import("./claude/index.ts");
    const { hooks, warnings } = readClaudeHooks(text, { source: path, env });
    return { hooks: hooks.map((hook) => ({ ...hook, source: path })), warnings };
  } catch (error) {
    return { hooks: [], warnings: [`Its hooks were skipped: ${error instanceof Error ? error.message : String(error)}`] };
  }
};

/** Returns a warning for each tool name of a hook that matches no tool, because such a guard would never run. */
const unknownToolWarnings = ({ hook, source }: Pick<FoundHook, "hook" | "source">, toolNames: readonly string[]): readonly string[] =>
  (hook.tools ?? [])
    // MCP servers add their tools later.
    .filter((pattern) => !pattern.startsWith("mcp__") && !toolNames.some((tool) => matchesTool([pattern], tool)))
    .map((pattern) => `${source}: the hook ${hook.name} names the unknown tool ${pattern}${suggestion(pattern, toolNames)}`);

const suggestion = (pattern: string, names: readonly string[]): string => {
  const near = names.find((tool) => tool === pattern.toLowerCase()) ?? nearestName(pattern, names);
  return near === undefined ? "." : `; did you mean ${near}?`;
};
