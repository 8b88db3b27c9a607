import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { projectRoot, type ResourcePlaces, secretPaths, SKILL_FOLDERS, TEMPLATE_FOLDERS, trustStore } from "coxswain";
import { SLASH_HELP } from "../options/index.ts";
import { SLASH_NAMES } from "../options/index.ts";
import { type Configuration, trustPath } from "./configure.ts";
import { secretPlaces } from "./secret-places.ts";

/** The names of what `cox` itself does, as in `/compact [WORDS]`. */
const COMMANDS = Object.keys(SLASH_HELP).flatMap((help) => /^\/(\S+)/.exec(help)?.[1] ?? []);

/** Where skills and prompt templates are read: the person's own always, the project's when it is trusted. */
export const resourcePlaces = (configuration: Configuration, cwd: string): ResourcePlaces => {
  const project = trustedProject(configuration, cwd);
  return {
    ...(project === undefined ? {} : { project }),
    home: homedir(),
    own: configuration.home.config,
    reserved: SLASH_NAMES,
    isSecret: secretPaths(secretPlaces(configuration)),
  };
};

/**
 * A line on the folders of skills and prompt templates that are not read, because the project is not trusted: only looks
 * whether they are there. Undefined when there are none.
 */
export const unreadResources = (configuration: Configuration, cwd: string): string | undefined => {
  if (trustedProject(configuration, cwd) !== undefined) return undefined;
  const top = projectRoot(cwd);
  const there = new Set<string>();
  for (let folder = cwd; folder !== homedir(); folder = dirname(folder)) {
    for (const name of [...SKILL_FOLDERS, ...TEMPLATE_FOLDERS]) if (existsSync(join(folder, name))) there.add(name);
    if (folder === top || dirname(folder) === folder) break;
  }
  if (there.size === 0) return undefined;
  return `The project's skills and prompt templates are not read (${[...there].join(", ")}), because it is not trusted: --trust changes that.`;
};

const trustedProject = ({ home }: Configuration, cwd: string): string | undefined => {
  const project = projectRoot(cwd);
  return trustStore(trustPath(home)).isTrusted(project) ? project : undefined;
};
