import { homedir } from "node:os";
import { secretPaths } from "coxswain/policy";
import { type ResourcePlaces } from "coxswain/session";
import { SLASH_NAMES } from "../commands/index.ts";
import type { Configuration } from "./configure.ts";
import { projectParts } from "./project-parts.ts";
import { toolNames } from "./runtime.ts";
import { secretPlaces } from "./secret-places.ts";
import { TASK_TOOLS } from "./tasks.ts";

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
const SESSION_TOOLS = ["skill", "question", "recall", ...TASK_TOOLS] as const;

/**
 * Returns a notice about resources that are not read because the project is not trusted. Undefined when there are none.
 */
export const untrustedResources = ({ project }: Configuration, cwd: string): string | undefined => {
  if (project.trusted) return undefined;
  const there = new Set(projectParts(cwd).map(({ name }) => name));
  if (there.size === 0) return undefined;
  return `Ignored ${[...there].join(", ")}: this project is not trusted. Review and trust it with \`cox trust\`.`;
};
