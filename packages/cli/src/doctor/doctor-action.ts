import { configure } from "../configuration/index.ts";
import { EXIT, type ExitCode, type Surroundings } from "../process/index.ts";
import { findingLine } from "./finding.ts";
import { folderFindings } from "./folder-findings.ts";
import { networkFindings } from "./network-findings.ts";
import { programFindings } from "./program-findings.ts";
import { projectFindings } from "./project-findings.ts";
import { providerFindings } from "./provider-findings.ts";

/** `cox doctor`: fails when something is wrong, not when something could be added. */
export const doctorAction = async (_: unknown, { env, cwd, stdout }: Surroundings): Promise<ExitCode> => {
  const configuration = await configure({ env, cwd });
  const findings = [
    ...(await programFindings(env)),
    ...folderFindings(configuration.home),
    ...projectFindings(configuration, cwd),
    ...(await providerFindings(configuration)),
    ...networkFindings(env),
  ];
  for (const finding of findings) stdout.write(`${findingLine(finding)}\n`);
  return findings.some(({ state }) => state === "wrong") ? EXIT.failed : EXIT.done;
};
