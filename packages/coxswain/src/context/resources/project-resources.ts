import { dirname, join } from "node:path";
import { isBelow, type Workspace } from "../../workspace/index.ts";
import { loadAgents } from "../agents/index.ts";
import type { ResourceFolder, ResourceReading } from "../resource-files/index.ts";
import { loadSkills } from "../skills/index.ts";
import { loadTemplates } from "../templates/index.ts";
import type { Resources } from "./resources.ts";

/** Where skills, prompt templates and agents are looked for. Paths are absolute. */
export interface ResourcePlaces {
  /** The project's folder: what lies there counts from the session's folder upward to it. Only for a project whose owner is trusted. */
  readonly project?: string;
  /** The person's home. */
  readonly home?: string;
  /** A folder of the person's with `skills`, `prompts` and `agents` in it, which count before those of their home. */
  readonly own?: string;
  /** Names that no template can have, as those of a program's own commands. */
  readonly reserved?: readonly string[];
  /** Names of the tools that there are: an agent that names others gets a warning. Default: any may be there. */
  readonly tools?: readonly string[];
  /** Tells of an absolute real path whether it holds secrets: it is not read then. */
  readonly isSecret?: (path: string) => boolean;
}

/** The folders of a project or a home with skills, those that count first. */
export const SKILL_FOLDERS = [".coxswain/skills", ".agents/skills", ".claude/skills"] as const;
/** The same of prompt templates. */
export const TEMPLATE_FOLDERS = [".coxswain/prompts", ".agents/prompts", ".claude/commands"] as const;
/** The same of agents. */
export const AGENT_FOLDERS = [".coxswain/agents", ".agents/agents", ".claude/agents"] as const;

/**
 * Makes what a runtime reads the skills, prompt templates and agents of a session with, when the session is opened. They are read
 * through the session's workspace, so that its tools can read what they name. Of two that have one name the project's counts
 * before the person's, and the nearer before the farther.
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
    // Most projects have none of the folders that these lie in, and three lie in one.
    const parents = await thatAreThere([...skillFolders, ...templateFolders, ...agentFolders].map(parentOf), workspace);
    const mayBeThere = (folder: ResourceFolder): boolean => parents.has(parentOf(folder));
    const agentFoldersThere = agentFolders.filter(mayBeThere);
    const [skills, templates, agents] = await Promise.all([
      loadSkills(skillFolders.filter(mayBeThere), reading(ofSkills)),
      loadTemplates(templateFolders.filter(mayBeThere), reserved, reading(ofTemplates)),
      loadAgents(agentFoldersThere, agentFoldersThere.length === 0 ? undefined : places.tools, reading(ofAgents)),
    ]);
    return { skills, templates, agents, warnings: [...ofSkills, ...ofTemplates, ...ofAgents] };
  };

/** From the session's folder up to its project's; none where it does not lie in it. */
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

/** One that cannot be looked at counts: who reads what is in it tells why. */
const thatAreThere = async (folders: readonly string[], workspace: Workspace): Promise<ReadonlySet<string>> => {
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
