import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { AGENT_FOLDERS, projectRoot, type ResourcePlaces, secretPaths, SKILL_FOLDERS, TEMPLATE_FOLDERS, trustStore } from "coxswain";
import { SLASH_NAMES } from "../options/index.ts";
import { type Configuration, trustPath } from "./configure.ts";
import { toolNames } from "./runtime.ts";
import { secretPlaces } from "./secret-places.ts";

/** Where skills, prompt templates and agents are read: the person's own always, the project's when it is trusted. */
export const resourcePlaces = (configuration: Configuration, cwd: string): ResourcePlaces => {
  const project = trustedProject(configuration, cwd);
  return {
    ...(project === undefined ? {} : { project }),
    home: homedir(),
    own: configuration.home.config,
    reserved: SLASH_NAMES,
    tools: [...toolNames(cwd), ...OF_SESSIONS],
    isSecret: secretPaths(secretPlaces(configuration)),
  };
};

/** The tools that sessions have besides the built-in ones. */
const OF_SESSIONS = ["skill", "task", "task_output", "task_stop", "todo", "question"] as const;

/** What of a project counts only when it is trusted, besides its skills, prompt templates and agents. */
const FILES = ["settings.json", "SYSTEM.md", "APPEND_SYSTEM.md"].map((name) => `.coxswain/${name}`);

/**
 * A line on what is there of a project and is not read, because it is not trusted: only looks whether it is there. Undefined when
 * nothing is.
 */
export const unreadResources = (configuration: Configuration, cwd: string): string | undefined => {
  if (trustedProject(configuration, cwd) !== undefined) return undefined;
  const top = projectRoot(cwd);
  const there = new Set<string>();
  for (let folder = cwd; folder !== homedir(); folder = dirname(folder)) {
    for (const name of [...SKILL_FOLDERS, ...TEMPLATE_FOLDERS, ...AGENT_FOLDERS]) if (existsSync(join(folder, name))) there.add(name);
    if (folder === top || dirname(folder) === folder) break;
  }
  for (const file of FILES) if (existsSync(join(top, file))) there.add(file);
  if (there.size === 0) return undefined;
  return `What this project has of its own is not read (${[...there].join(", ")}), because it is not trusted: --trust changes that.`;
};

const trustedProject = ({ home }: Configuration, cwd: string): string | undefined => {
  const project = projectRoot(cwd);
  return trustStore(trustPath(home)).isTrusted(project) ? project : undefined;
};
