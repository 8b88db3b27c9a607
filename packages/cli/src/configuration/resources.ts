import { homedir } from "node:os";
import { projectRoot, type ResourcePlaces, secretPaths, trustStore } from "coxswain";
import { SLASH_NAMES } from "../options/index.ts";
import { type Configuration, trustPath } from "./configure.ts";
import { projectParts } from "./project-parts.ts";
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

/** A line on what is there of a project and is not read, because it is not trusted. Undefined when nothing is. */
export const unreadResources = (configuration: Configuration, cwd: string): string | undefined => {
  if (trustedProject(configuration, cwd) !== undefined) return undefined;
  const there = new Set(projectParts(cwd).map(({ name }) => name));
  if (there.size === 0) return undefined;
  return `What this project has of its own is not read (${[...there].join(", ")}), because it is not trusted: look at it, and change that, with cox trust.`;
};

const trustedProject = ({ home }: Configuration, cwd: string): string | undefined => {
  const project = projectRoot(cwd);
  return trustStore(trustPath(home)).isTrusted(project) ? project : undefined;
};
