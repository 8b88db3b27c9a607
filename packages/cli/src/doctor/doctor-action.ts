import { coxHome } from "coxswain/settings";
import { EXIT, type ExitCode, type ProcessContext } from "../process/index.ts";
import { findingLines } from "./finding.ts";
import { settingsFindings } from "./settings-findings.ts";
import { folderFindings, networkFindings, programFindings } from "./machine-findings.ts";

/** `cox doctor`: fails if a check is broken, not if something optional is missing. */
export const doctorAction = async (_: unknown, context: ProcessContext): Promise<ExitCode> => {
  const { env, stdout } = context;
  const findings = [
    ...(await programFindings(env)),
    ...folderFindings(coxHome(env)),
    ...(await settingsFindings(context)),
    ...networkFindings(env),
  ];
  for (const finding of findings) stdout.write(`${findingLines(finding, stdout.messageWidth).join("\n")}\n`);
  return findings.some(({ state }) => state === "wrong") ? EXIT.failed : EXIT.done;
};
