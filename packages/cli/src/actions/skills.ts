import { projectResources, type PromptTemplate, type Skill } from "coxswain/session";
import { nodeWorkspace } from "coxswain/tools";
import { configure, resourcePlaces, untrustedResources } from "../configuration/index.ts";
import type { CommandArguments, SKILLS } from "../commands/index.ts";
import { columns, escapeLine, jsonLine } from "../output/index.ts";
import { EXIT, type ExitCode, type ProcessContext } from "../process/index.ts";

/** `cox skills`. */
export const skillsAction = async (
  { values }: CommandArguments<typeof SKILLS>,
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
    for (const line of columns(rows).split("\n").slice(0, -1)) stdout.write(`${line.slice(0, stdout.messageWidth)}\n`);
  }
  for (const warning of warnings) stderr.write(`${escapeLine(warning)}\n`);
  const unread = untrustedResources(configuration, workspace.root);
  if (unread !== undefined) stderr.write(`${escapeLine(unread)}\n`);
  if (skills.length + templates.length === 0) stderr.write(NONE);
  return EXIT.done;
};

const NONE =
  "No skills or prompt templates found. Add a skill as .agents/skills/NAME/SKILL.md or a prompt template as .coxswain/prompts/NAME.md, in the project or in your home folder.\n";

const skillRow = ({ name, origin, description, hidden }: Skill): readonly string[] => [
  `/skill:${name}`,
  origin,
  hidden ? `(hidden from the model) ${description}` : description,
];

const templateRow = ({ name, origin, description, argumentHint }: PromptTemplate): readonly string[] => [
  `/${name}${argumentHint === undefined ? "" : ` ${argumentHint}`}`,
  origin,
  description,
];
