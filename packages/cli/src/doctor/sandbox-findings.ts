import { type Configuration, configuredWorkspace } from "../configuration/index.ts";
import { type Finding, ok, missing, broken } from "./finding.ts";

/** Probes the sandbox by starting it. */
export const sandboxFindings = async (configuration: Configuration, cwd: string): Promise<readonly Finding[]> => {
  const { mode = "auto" } = configuration.settings.sandbox ?? {};
  if (mode === "off") return [missing("sandbox", "off: commands run with your full permissions")];
  const workspace = configuredWorkspace(configuration, cwd);
  try {
    const confinement = await workspace.confinement();
    if (confinement.kind === "none") return [(mode === "required" ? broken : missing)("sandbox", confinement.reason)];
    const { kind, network } = confinement;
    return [ok("sandbox", `${kind}, ${network === "off" ? "no network" : `network: ${network.join(", ")}`}`)];
  } finally {
    await workspace.close();
  }
};
