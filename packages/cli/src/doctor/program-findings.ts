import { findRipgrep, findShell } from "coxswain/tools";
import type { ProcessContext } from "../process/index.ts";
import { version } from "../process/index.ts";
import { type Finding, ok, missing } from "./finding.ts";

/** Versions of cox and Node.js, and the programs that tools start. */
export const programFindings = async (env: ProcessContext["env"]): Promise<readonly Finding[]> => {
  const path = env["PATH"] ?? "";
  const ripgrep = await findRipgrep(path);
  return [
    ok("cox", version()),
    ok("Node.js", `${process.versions.node} on ${process.platform} ${process.arch}`),
    ripgrep === undefined ? missing("ripgrep", "not found: grep and glob work, but are slower") : ok("ripgrep", ripgrep),
    ok("shell", await findShell(path)),
  ];
};
