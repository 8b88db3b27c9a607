import { join } from "node:path";
import { readSettingsFile, type SettingsLayer } from "../settings/index.ts";
import type { FoundHook } from "./found-hook.ts";
import { unknownTools } from "./unknown-tools.ts";

/** Locations of hooks. */
export interface HookPlaces {
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
export const findHooks = async ({ layers, project, trusted, home, all = false, tools }: HookPlaces): Promise<FoundHooks> => {
  const env = Object.fromEntries(PROJECT_FOLDERS.map((name) => [name, project]));
  const hooks: FoundHook[] = [];
  const warnings: string[] = [];
  const said = layers.flatMap(({ source, settings }) => (settings.hooks ?? []).map((setting) => ({ source, setting })));
  if (said.length > 0) {
    const { settingsHook } = await import("./settings-hook.ts");
    hooks.push(...said.map(({ source, setting }) => settingsHook(setting, { source, env })));
    const named = hooks.filter(({ hook, off }) => off === undefined && hook.tools !== undefined);
    if (named.length > 0 && tools !== undefined) {
      const known = tools();
      warnings.push(...named.flatMap((hook) => unknownTools(hook, known)));
    }
  }
  const which = layers.findLast(({ settings }) => settings.claudeHooks !== undefined)?.settings.claudeHooks ?? "project";
  // Files in the home folder belong to the user, even if that folder is a project.
  const ofProject = trusted && project !== home ? [CLAUDE_SETTINGS, CLAUDE_LOCAL_SETTINGS] : [];
  const files = [
    { path: join(home, CLAUDE_SETTINGS), off: which === "all" ? undefined : OFF },
    ...ofProject.map((name) => ({ path: join(project, name), off: which === "off" ? OFF : undefined })),
  ];
  for (const { path, off } of files) {
    if (off !== undefined && !all) continue;
    const found = await inClaudeFile(path, env);
    hooks.push(...found.hooks.map((hook) => ({ ...hook, ...(off === undefined ? {} : { off }) })));
    if (off === undefined) warnings.push(...found.warnings);
  }
  return { hooks: all ? hooks : hooks.filter(({ off }) => off === undefined), warnings };
};

const OFF = 'the setting "claudeHooks" leaves it out';

/** A file of another program that cannot be read is not an error. */
const inClaudeFile = async (path: string, env: Readonly<Record<string, string>>): Promise<FoundHooks> => {
  try {
    const text = readSettingsFile(path);
    if (text === undefined) return { hooks: [], warnings: [] };
    const { readClaudeHooks } = await import("./claude/index.ts");
    const { hooks, warnings } = readClaudeHooks(text, { source: path, env });
    return { hooks: hooks.map((hook) => ({ ...hook, source: path })), warnings };
  } catch (error) {
    return { hooks: [], warnings: [`Its hooks are left out: ${error instanceof Error ? error.message : String(error)}`] };
  }
};
