import { findInstructions } from "coxswain/session";
import { nodeWorkspace } from "coxswain/tools";
import { type Configuration, instructionFiles } from "../configuration/index.ts";
import { type Finding, good, missing } from "./finding.ts";

/** Which files for agents a session in the folder begins with, and what is odd about them. */
export const instructionFindings = async (configuration: Configuration, cwd: string): Promise<readonly Finding[]> => {
  const { files, warnings } = await findInstructions(nodeWorkspace({ root: cwd }), instructionFiles(configuration));
  return [
    good("instructions", files.length === 0 ? "none: an AGENTS.md would be told to the model" : files.join(", ")),
    ...warnings.map((warning) => missing("instructions", warning)),
  ];
};
