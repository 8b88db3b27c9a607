import { findRipgrep, findShell } from "coxswain/tools";
import type { ProcessContext } from "../process/index.ts";
import { version } from "../process/index.ts";
import { type Finding, good, missing } from "./finding.ts";

/** This program, what it runs on, and the programs that tools start. */
export const programFindings = async (env: ProcessContext["env"]): Promise<readonly Finding[]> => {
  const path = env["PATH"] ?? "";
  const ripgrep = await findRipgrep(path);
  return [
    good("cox", version()),
    good("Node.js", `${process.versions.node} on ${process.platform} ${process.arch}`),
    ripgrep === undefined ? missing("ripgrep", "not found: grep and glob work, but slower") : good("ripgrep", ripgrep),
    good("shell", await findShell(path)),
  ];
};
