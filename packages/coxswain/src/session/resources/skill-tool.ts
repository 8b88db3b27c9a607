import { type Skill, skillText, type SkillUseEntry } from "../../context/index.ts";
import { defineTool, textResult, ToolError } from "../../loop/index.ts";
import { nearest } from "../../settings/index.ts";
import { text, toolInput } from "../../tools/index.ts";
import type { Workspace } from "../../workspace/index.ts";
import { skillFiles } from "./skill-files.ts";

export const SKILL_TOOL = "skill";

const DESCRIPTION = `Loads a skill of those that the system prompt lists: what it says, and which files lie in its folder. Load it before you begin what it is for, \
and follow it; paths that it names start from its folder. One that you have loaded need not be loaded again.`;

/** Gives the model what a skill says, and keeps in the log that it was used. */
export const skillTool = (skills: readonly Skill[], workspace: Workspace) =>
  defineTool({
    name: SKILL_TOOL,
    description: DESCRIPTION,
    inputSchema: toolInput({ name: text("The skill's name.") }),
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
  const near = nearest(name, names);
  return `There is no skill ${name}. ${near === undefined ? "The system prompt lists those that there are." : `Did you mean ${near}?`}`;
};
