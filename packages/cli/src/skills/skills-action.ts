import { projectResources, type PromptTemplate, type Skill } from "coxswain/session";
import { nodeWorkspace } from "coxswain/tools";
import type { Arguments } from "../argv/index.ts";
import { configure, resourcePlaces, unreadResources } from "../configuration/index.ts";
import type { SKILLS_OPTIONS } from "../options/index.ts";
import { columns, escapeLine, jsonLine } from "../output/index.ts";
import { EXIT, type ExitCode, type ProcessContext } from "../process/index.ts";

/** `cox skills`. */
export const skillsAction = async (
  { values }: Arguments<typeof SKILLS_OPTIONS>,
  { env, cwd, stdout, stderr }: ProcessContext,
): Promise<ExitCode> => {
  const configuration = await configure({ env, cwd, trust: values.trust === true });
  const workspace = nodeWorkspace({ root: cwd });
  const { skills, templates, warnings } = await projectResources(resourcePlaces(configuration, workspace.root))(workspace);
  if (values.json === true) {
    for (const { body: _, ...skill } of skills) stdout.write(jsonLine({ kind: "skill", ...skill }));
    for (const { body: _, ...template } of templates) stdout.write(jsonLine({ kind: "template", ...template }));
  } else {
    const rows = [...skills.map(skillRow), ...templates.map(templateRow)].map((row) => row.map(escapeLine));
    for (const line of columns(rows).split("\n").slice(0, -1)) stdout.write(`${line.slice(0, stdout.columns)}\n`);
  }
  for (const warning of warnings) stderr.write(`${escapeLine(warning)}\n`);
  const unread = unreadResources(configuration, workspace.root);
  if (unread !== undefined) stderr.write(`${escapeLine(unread)}\n`);
  if (skills.length + templates.length === 0) stderr.write(NONE);
  return EXIT.done;
};

const NONE =
  "There are none here: a skill is a file .agents/skills/NAME/SKILL.md, a prompt template .coxswain/prompts/NAME.md, in the project or in your home.\n";

const skillRow = ({ name, origin, description, hidden }: Skill): readonly string[] => [
  `/skill:${name}`,
  origin,
  hidden ? `(the model is not told) ${description}` : description,
];

const templateRow = ({ name, origin, description, argumentHint }: PromptTemplate): readonly string[] => [
  `/${name}${argumentHint === undefined ? "" : ` ${argumentHint}`}`,
  origin,
  description,
];
