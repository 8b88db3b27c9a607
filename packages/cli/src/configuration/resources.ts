import { existsSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { findHooks, type FoundHooks, type HookLocations } from "coxswain/hooks";
import { secretPaths } from "coxswain/policy";
import { type ResourcePlaces, AGENT_FOLDERS, SKILL_FOLDERS, TEMPLATE_FOLDERS, type InstructionFilesOptions } from "coxswain/session";
import { projectRoot } from "coxswain/settings";
import { SLASH_NAMES } from "../commands/index.ts";
import type { Configuration } from "./configure.ts";
import { toolNames, CODE_TOOLS, TASK_TOOLS } from "./runtime.ts";
import { secretPlaces } from "./paths.ts";

/** Names of the tools and commands that extensions add. */
export interface ExtensionNames {
  readonly tools?: readonly string[];
  readonly commands?: readonly string[];
}

/** Lists the folders of skills, prompt templates and agents: the user's, and those of a trusted project. */
export const resourcePlaces = (
  configuration: Configuration,
  cwd: string,
  { tools = [], commands = [] }: ExtensionNames = {},
): ResourcePlaces => {
  const { home, project } = configuration;
  return {
    ...(project.trusted ? { project: project.folder } : {}),
    home: homedir(),
    own: home.config,
    reserved: [...SLASH_NAMES, ...commands],
    // Evaluated only if there are agents.
    get tools() {
      return [...knownTools(cwd, configuration), ...tools];
    },
    isSecret: secretPaths(secretPlaces(configuration)),
  };
};

/** Returns the names of all tools except those of extensions. */
export const knownTools = (cwd: string, configuration: Configuration): readonly string[] => [
  ...toolNames(cwd, configuration),
  ...SESSION_TOOLS,
];

/** Session tools in addition to the built-in ones. */
const SESSION_TOOLS = ["skill", "question", "recall", ...CODE_TOOLS, ...TASK_TOOLS] as const;

/**
 * Returns a notice about resources that are not read because the project is not trusted. Undefined when there are none.
 */
export const untrustedResources = ({ project }: Configuration, cwd: string): string | undefined => {
  if (project.trusted) return undefined;
  const names = new Set(projectParts(cwd).map(({ name }) => name));
  if (names.size === 0) return undefined;
  return `Ignored ${[...names].join(", ")}: this project is not trusted. Review and trust it with \`cox trust\`.`;
};

/** A resource of a project that is used only if the project is trusted. */
export interface ProjectPart {
  readonly kind: keyof typeof PARTS;
  /** Path relative to the folder that contains it, for example `.agents/skills`. */
  readonly name: string;
  /** Absolute. */
  readonly path: string;
}

/** `everywhere`: found in each folder from the working folder up to the project root. Otherwise in the root only. */
const PARTS = {
  skills: { names: SKILL_FOLDERS, everywhere: true },
  "prompt templates": { names: TEMPLATE_FOLDERS, everywhere: true },
  agents: { names: AGENT_FOLDERS, everywhere: true },
  extensions: { names: [".coxswain/extensions"] },
  "hooks (the rest is ignored)": { names: [".claude/settings.json", ".claude/settings.local.json"] },
  "MCP servers": { names: [".mcp.json"] },
  settings: { names: [".coxswain/settings.json"] },
  "system prompt": { names: [".coxswain/SYSTEM.md", ".coxswain/APPEND_SYSTEM.md"] },
} as const satisfies Readonly<Record<string, { readonly names: readonly string[]; readonly everywhere?: true }>>;

/** Lists the existing parts. Checks names only and opens no file. */
export const projectParts = (cwd: string): readonly ProjectPart[] => {
  const root = projectRoot(cwd);
  const folders = upTo(root, realpathSync.native(cwd));
  return Object.entries(PARTS).flatMap(([kind, part]) =>
    ("everywhere" in part ? folders : [root]).flatMap((folder) =>
      part.names
        .map((name) => ({ kind: kind as ProjectPart["kind"], name, path: join(folder, name) }))
        .filter(({ path }) => existsSync(path)),
    ),
  );
};

/** Lists the folders up to the root. Excludes the home folder, whose files belong to the user. */
const upTo = (root: string, cwd: string): readonly string[] => {
  if (cwd === homedir()) return [];
  return cwd === root || dirname(cwd) === cwd ? [cwd] : [cwd, ...upTo(root, dirname(cwd))];
};

/** The user's instruction files: the one for all agents, then the one for Coxswain. */
export const instructionFiles = (configuration: Configuration): InstructionFilesOptions => ({
  folders: [join(homedir(), ".agents"), configuration.home.config],
  secrets: secretPlaces(configuration),
});

/** Finds the hooks in the settings and in Claude Code's files, of the user and of a trusted project. */
export const configuredHooks = (
  { layers, project }: Configuration,
  options: Pick<HookLocations, "all" | "tools"> = {},
): Promise<FoundHooks> => findHooks({ layers, project: project.folder, trusted: project.trusted, home: homedir(), ...options });
