import { homedir } from "node:os";
import { secretPaths } from "coxswain/policy";
import { type ResourcePlaces } from "coxswain/session";
import { SLASH_NAMES } from "../commands/index.ts";
import type { Configuration } from "./configure.ts";
import { projectParts } from "./project-parts.ts";
import { toolNames } from "./runtime.ts";
import { secretPlaces } from "./secret-places.ts";
import { TASK_TOOLS } from "./tasks.ts";

/** Names that extensions bring, of tools and of commands. */
export interface ExtensionNames {
  readonly tools?: readonly string[];
  readonly commands?: readonly string[];
}

/** Where skills, prompt templates and agents are read: the person's own always, the project's when it is trusted. */
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
    // Asked where there are agents.
    get tools() {
      return [...knownTools(cwd, configuration), ...tools];
    },
    isSecret: secretPaths(secretPlaces(configuration)),
  };
};

/** The names of all tools but those of extensions. */
export const knownTools = (cwd: string, configuration: Configuration): readonly string[] => [
  ...toolNames(cwd, configuration),
  ...SESSION_TOOLS,
];

/** The tools that sessions have besides the built-in ones. */
const SESSION_TOOLS = ["skill", "question", "recall", ...TASK_TOOLS] as const;

/** A line on what is there of a project and is not read, because it is not trusted. Undefined when nothing is. */
export const untrustedResources = ({ project }: Configuration, cwd: string): string | undefined => {
  if (project.trusted) return undefined;
  const there = new Set(projectParts(cwd).map(({ name }) => name));
  if (there.size === 0) return undefined;
  return `Ignored ${[...there].join(", ")}: this project is not trusted. Review and trust it with \`cox trust\`.`;
};
