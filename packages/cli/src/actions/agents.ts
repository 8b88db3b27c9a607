import { type AgentDefinition, allAgents, projectResources } from "coxswain/session";
import { nodeWorkspace } from "coxswain/tools";
import { configure, resourcePlaces, untrustedResources } from "../configuration/index.ts";
import type { CommandArguments, AGENTS } from "../commands/index.ts";
import { columns, escapeLine, jsonLine, wrapLine } from "../output/index.ts";
import { EXIT, type ExitCode, type ProcessContext } from "../process/index.ts";

/** `cox agents`. */
export const agentsAction = async (
  { values }: CommandArguments<typeof AGENTS>,
  { env, cwd, stdout, stderr }: ProcessContext,
): Promise<ExitCode> => {
  const configuration = await configure({ env, cwd, trust: values.trust === true });
  const workspace = nodeWorkspace({ root: cwd });
  const { agents, warnings } = await projectResources(resourcePlaces(configuration, workspace.root))(workspace);
  const all = allAgents(agents);
  if (values.json === true) for (const { prompt: _, ...agent } of all) stdout.write(jsonLine(agent));
  else {
    const rows = all.map((agent) => rowOf(agent).map(escapeLine));
    for (const line of columns(rows).split("\n").slice(0, -1)) stdout.write(`${wrapLine(line, stdout.messageWidth, "    ").join("\n")}\n`);
  }
  for (const warning of warnings) stderr.write(`${escapeLine(warning)}\n`);
  const unread = untrustedResources(configuration, workspace.root);
  if (unread !== undefined) stderr.write(`${escapeLine(unread)}\n`);
  return EXIT.done;
};

const rowOf = ({ name, origin, model = "", tools, description }: AgentDefinition): readonly string[] => [
  name,
  origin,
  model,
  tools === undefined ? "all tools" : tools.length === 0 ? "no tools" : tools.join(" "),
  description,
];
