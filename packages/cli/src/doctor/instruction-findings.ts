import { findInstructions } from "coxswain/session";
import { nodeWorkspace } from "coxswain/tools";
import { type Configuration, instructionFiles } from "../configuration/index.ts";
import { type Finding, ok, missing } from "./finding.ts";

/** Lists the instruction files of a session in the folder, with their warnings. */
export const instructionFindings = async (configuration: Configuration, cwd: string): Promise<readonly Finding[]> => {
  const { files, warnings } = await findInstructions(nodeWorkspace({ root: cwd }), instructionFiles(configuration));
  return [
    ok("instructions", files.length === 0 ? "none: an AGENTS.md would be included in the system prompt" : files.join(", ")),
    ...warnings.map((warning) => missing("instructions", warning)),
  ];
};
