import { type AgentDefinition, loadAgents } from "./agent-definitions.ts";
import { type Skill, loadSkills, invokedSkill, skillText } from "./skills.ts";
import { type PromptTemplate, loadTemplates, expandTemplate } from "./prompt-templates.ts";
import { dirname, join } from "node:path";
import { isBelow, type Workspace } from "../workspace/index.ts";
import type { ResourceFolder, ResourceReading } from "./resource-files.ts";

/** The skills, templates and agents of a session. */
export interface Resources {
  readonly skills: readonly Skill[];
  readonly templates: readonly PromptTemplate[];
  /** The first of two agents with the same name is used. Built-in agents need not be listed. */
  readonly agents: readonly AgentDefinition[];
  /** One sentence for each skipped or unusual item, with the reason. */
  readonly warnings: readonly string[];
}

/** Locations of skills, prompt templates and agents. Paths are absolute. */
export interface ResourcePlaces {
  /**
   * The project's folder. Every folder from the session's folder up to it is searched. Set it only for a trusted
   * project.
   */
  readonly project?: string;
  /** The user's home folder. */
  readonly home?: string;
  /**
   * A folder of the user with `skills`, `prompts` and `agents`, which take precedence over those in the home folder.
   */
  readonly own?: string;
  /** Names that templates cannot use, such as a program's own commands. */
  readonly reserved?: readonly string[];
  /** Names of the available tools: an agent that names others causes a warning. Default: no check. */
  readonly tools?: readonly string[];
  /** Returns whether an absolute real path contains secrets. Such files are not read. */
  readonly isSecret?: (path: string) => boolean;
}

/** Skill folders of a project or a home folder, in order of precedence. */
export const SKILL_FOLDERS = [".coxswain/skills", ".agents/skills", ".claude/skills"] as const;
/** Prompt template folders, in order of precedence. */
export const TEMPLATE_FOLDERS = [".coxswain/prompts", ".agents/prompts", ".claude/commands"] as const;
/** Agent folders, in order of precedence. */
export const AGENT_FOLDERS = [".coxswain/agents", ".agents/agents", ".claude/agents"] as const;

/**
 * Creates the function with which a runtime loads a session's skills, prompt templates and agents. They are read
 * through the session's workspace, so that its tools can read the files they mention. For equal names, the project
 * takes precedence over the user, and a nearer folder over a farther one.
 */
export const projectResources =
  (places: ResourcePlaces): ((workspace: Workspace) => Promise<Resources>) =>
  async (workspace) => {
    const { isSecret = () => false, reserved = [] } = places;
    const ofSkills: string[] = [];
    const ofTemplates: string[] = [];
    const ofAgents: string[] = [];
    const reading = (warnings: string[]): ResourceReading => ({ workspace, isSecret, warn: (warning) => void warnings.push(warning) });
    const project = places.project === undefined ? [] : await projectFolders(places.project, workspace);
    const skillFolders = [...inProject(project, SKILL_FOLDERS), ...ofPerson(places, "skills", SKILL_FOLDERS)];
    const templateFolders = [...inProject(project, TEMPLATE_FOLDERS), ...ofPerson(places, "prompts", TEMPLATE_FOLDERS)];
    const agentFolders = [...inProject(project, AGENT_FOLDERS), ...ofPerson(places, "agents", AGENT_FOLDERS)];
    // Most projects have none of the parent folders, and three resource folders share each parent.
    const parents = await existingFolders([...skillFolders, ...templateFolders, ...agentFolders].map(parentOf), workspace);
    const mayBeThere = (folder: ResourceFolder): boolean => parents.has(parentOf(folder));
    const agentFoldersThere = agentFolders.filter(mayBeThere);
    const [skills, templates, agents] = await Promise.all([
      loadSkills(skillFolders.filter(mayBeThere), reading(ofSkills)),
      loadTemplates(templateFolders.filter(mayBeThere), reserved, reading(ofTemplates)),
      loadAgents(agentFoldersThere, agentFoldersThere.length === 0 ? undefined : places.tools, reading(ofAgents)),
    ]);
    return { skills, templates, agents, warnings: [...ofSkills, ...ofTemplates, ...ofAgents] };
  };

/** Returns the folders from the session's folder up to the project's. Empty when the session is outside the project. */
const projectFolders = async (project: string, workspace: Workspace): Promise<readonly string[]> => {
  const { path: top } = await workspace.resolve(project);
  const folders: string[] = [];
  for (let folder = workspace.root; isBelow(top, folder); folder = dirname(folder)) {
    folders.push(folder);
    if (folder === top) return folders;
  }
  return folders;
};

const parentOf = ({ path }: ResourceFolder): string => dirname(path);

/** Returns the existing folders. An inaccessible folder counts as existing: reading it reports the reason. */
const existingFolders = async (folders: readonly string[], workspace: Workspace): Promise<ReadonlySet<string>> => {
  const looks = [...new Set(folders)].map(async (folder) => {
    const isMissing = await workspace
      .stat(folder)
      .then((found) => found === undefined)
      .catch(() => false);
    return isMissing ? [] : [folder];
  });
  return new Set((await Promise.all(looks)).flat());
};

const inProject = (folders: readonly string[], names: readonly string[]): readonly ResourceFolder[] =>
  folders.flatMap((folder) =>
    names.map((name) => ({ path: join(folder, name), origin: "project" as const, within: folders.at(-1) ?? folder })),
  );

const ofPerson = ({ own, home }: ResourcePlaces, name: string, names: readonly string[]): readonly ResourceFolder[] => [
  ...(own === undefined ? [] : [{ path: join(own, name), origin: "user" as const }]),
  ...(home === undefined ? [] : names.map((one) => ({ path: join(home, one), origin: "user" as const }))),
];

/** Result of expanding a typed text. */
export type Expansion =
  | { readonly kind: "unchanged" }
  | { readonly kind: "expanded"; readonly text: string }
  | { readonly kind: "unknown_skill"; readonly name: string };

const COMMAND = /^\/(\S+)\s*/;

/** The beginning of the full name of a prompt template, for programs with a command of the same name: `/prompt:review`. */
const TEMPLATE_PREFIX = "prompt:";

const templateNamed = (typed: string, templates: readonly PromptTemplate[]): PromptTemplate | undefined =>
  templates.find(({ name }) => name === typed) ?? templates.find(({ name }) => `${TEMPLATE_PREFIX}${name}` === typed);

/**
 * Expands a skill or a prompt template named at the start of a message. Other messages, such as `/etc/hosts`, stay
 * unchanged.
 */
export const expand = (text: string, { skills, templates }: Resources): Expansion => {
  const invoked = invokedSkill(text);
  if (invoked !== undefined) {
    const skill = skills.find(({ name }) => name === invoked.name);
    if (skill === undefined) return { kind: "unknown_skill", name: invoked.name };
    return { kind: "expanded", text: [skillText(skill), ...(invoked.rest === "" ? [] : [invoked.rest])].join("\n\n") };
  }
  const [command, named] = COMMAND.exec(text) ?? [];
  const template = named === undefined ? undefined : templateNamed(named, templates);
  if (command === undefined || template === undefined) return { kind: "unchanged" };
  return { kind: "expanded", text: expandTemplate(template, text.slice(command.length)) };
};
