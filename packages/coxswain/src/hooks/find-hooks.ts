import { join } from "node:path";
import { readSettingsFile, type SettingsLayer } from "../settings/index.ts";
import type { FoundHook } from "./found-hook.ts";
import { unknownTools } from "./unknown-tools.ts";

/** Where hooks may stand. */
export interface HookPlaces {
  /** What the settings of each place say, as `loadSettings` gives them: a project's only when it is trusted. */
  readonly layers: readonly SettingsLayer[];
  /** The project's folder. */
  readonly project: string;
  /** Whether the person trusts it. If not, nothing in it is opened. */
  readonly trusted: boolean;
  /** The person's home folder, absolute. */
  readonly home: string;
  /** Whether hooks that are off are wanted too. Default: false. */
  readonly all?: boolean;
  /** The names of the tools that there are, which is asked where a hook of the settings names any. Default: nobody knows. */
  readonly tools?: () => readonly string[];
}

export interface FoundHooks {
  /** In the order in which they are asked. */
  readonly hooks: readonly FoundHook[];
  /** What was left out and why, a line each. */
  readonly warnings: readonly string[];
}

/** The file in which Claude Code keeps what a person, or a project, has set. */
const CLAUDE_SETTINGS = join(".claude", "settings.json");
const CLAUDE_LOCAL_SETTINGS = join(".claude", "settings.local.json");
/** What commands learn the project's folder by, the second one as those know it that were written for Claude Code. */
const PROJECT_FOLDERS = ["COX_PROJECT_DIR", "CLAUDE_PROJECT_DIR"];

/**
 * The hooks that stand in files: of the settings from the person's own up, and then of Claude Code's files, the person's own
 * where `claudeHooks` is `all`, and a trusted project's unless it is `off`.
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
  // What lies in the home folder is the person's own, also where that folder is a project.
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

/** A file of another program's that cannot be read is no reason to do nothing. */
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
