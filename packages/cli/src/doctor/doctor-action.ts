import { coxHome } from "coxswain/settings";
import { configure, worktreesFolder } from "../configuration/index.ts";
import { EXIT, type ExitCode, type ProcessContext } from "../process/index.ts";
import { type Finding, findingLine, broken } from "./finding.ts";
import { folderFindings } from "./folder-findings.ts";
import { instructionFindings } from "./instruction-findings.ts";
import { networkFindings } from "./network-findings.ts";
import { programFindings } from "./program-findings.ts";
import { projectFindings } from "./project-findings.ts";
import { providerFindings } from "./provider-findings.ts";
import { searchFindings } from "./search-findings.ts";
import { sandboxFindings } from "./sandbox-findings.ts";
import { worktreeFindings } from "./worktree-findings.ts";

/** `cox doctor`: fails if a check is broken, not if something optional is missing. */
export const doctorAction = async (_: unknown, surroundings: ProcessContext): Promise<ExitCode> => {
  const { env, stdout } = surroundings;
  const findings = [
    ...(await programFindings(env)),
    ...folderFindings(coxHome(env)),
    ...(await configuredFindings(surroundings)),
    ...networkFindings(env),
  ];
  for (const finding of findings) stdout.write(`${findingLine(finding)}\n`);
  return findings.some(({ state }) => state === "wrong") ? EXIT.failed : EXIT.done;
};

/** Checks that need the settings, or the error of invalid settings. */
const configuredFindings = async ({ env, cwd }: ProcessContext): Promise<readonly Finding[]> => {
  try {
    const configuration = await configure({ env, cwd });
    return [
      ...projectFindings(configuration, cwd),
      ...(await sandboxFindings(configuration, cwd)),
      ...worktreeFindings(worktreesFolder(configuration)),
      ...(await instructionFindings(configuration, cwd)),
      ...(await providerFindings(configuration)),
      ...(await searchFindings(configuration)),
    ];
  } catch (error) {
    if (error instanceof Error && "code" in error) return [broken("settings", error.message)];
    throw error;
  }
};
