import { nearestName } from "../../base/index.ts";
import { type Skill, skillText, type SkillUseEntry } from "../../context/index.ts";
import { defineTool, textResult, ToolError } from "../../loop/index.ts";
import { stringField, toolInput } from "../../tools/index.ts";
import { FileError, type FolderEntry, type Workspace } from "../../workspace/index.ts";
import { basename, join } from "node:path";

export const SKILL_TOOL = "skill";

const DESCRIPTION = `Loads a skill that the system prompt lists: its instructions, and the files in its folder. Load a skill before you start work that it is for, \
and follow its instructions; paths in it are relative to its folder. Do not load a skill again.`;

/** The tool that loads a skill for the model, and records its use in the log. */
export const skillTool = (skills: readonly Skill[], workspace: Workspace) =>
  defineTool({
    name: SKILL_TOOL,
    description: DESCRIPTION,
    inputSchema: toolInput({ name: stringField("The skill's name.") }),
    effect: "read",
    parallel: true,
    replay: "safe",
    async execute({ name }, context) {
      const skill = skills.find((one) => one.name === name);
      if (skill === undefined) throw new ToolError(unknown(name, skills));
      const files = await skillFiles(skill, workspace);
      await context.record<SkillUseEntry>({ type: "skill_use", name, path: skill.path });
      return textResult(`${skillText(skill)}\n\n${files}`, { name, path: skill.path });
    },
  });

const unknown = (name: string, skills: readonly Skill[]): string => {
  const names = skills.map((skill) => skill.name);
  const near = nearestName(name, names);
  return `There is no skill ${name}. ${near === undefined ? "The system prompt lists all skills." : `Did you mean ${near}?`}`;
};

/** Limit of listed files. */
const SHOWN = 50;
/** Depth of listed files below a skill's folder: the standard has them one folder deep. */
const DEPTH = 2;

/** Lists the files in a skill's folder for the model. */
const skillFiles = async ({ folder, path }: Skill, workspace: Pick<Workspace, "list">): Promise<string> => {
  if (folder === undefined) return "It has no other files.";
  const files = (await namesIn(folder, workspace, DEPTH)).filter((name) => name !== basename(path));
  if (files.length === 0) return `Its folder, ${folder}, has no other files.`;
  const more = files.length > SHOWN ? `\n(${files.length - SHOWN} more)` : "";
  return `Its folder is ${folder}. Files in it:\n${files.slice(0, SHOWN).join("\n")}${more}`;
};

const namesIn = async (folder: string, workspace: Pick<Workspace, "list">, depth: number): Promise<readonly string[]> => {
  const entries = await entriesOf(folder, workspace);
  const names = entries.map(async ({ name, kind }) => {
    if (kind !== "folder") return [name];
    const below = depth > 1 ? await namesIn(join(folder, name), workspace, depth - 1) : [];
    return below.length === 0 ? [`${name}/`] : below.map((one) => `${name}/${one}`);
  });
  return (await Promise.all(names)).flat();
};

/** Unreadable folders count as empty. */
const entriesOf = async (folder: string, workspace: Pick<Workspace, "list">): Promise<readonly FolderEntry[]> => {
  try {
    return await workspace.list(folder);
  } catch (error) {
    if (error instanceof FileError) return [];
    throw error;
  }
};
