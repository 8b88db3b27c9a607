import { type Configuration, configuredWorkspace } from "../configuration/index.ts";
import { type Finding, good, missing, wrong } from "./finding.ts";

/** What really confines commands here, by trying it. */
export const sandboxFindings = async (configuration: Configuration, cwd: string): Promise<readonly Finding[]> => {
  const { mode = "auto" } = configuration.settings.sandbox ?? {};
  if (mode === "off") return [missing("sandbox", "off: commands run with all that you may do")];
  const workspace = configuredWorkspace(configuration, cwd);
  try {
    const confinement = await workspace.confinement();
    if (confinement.kind === "none") return [(mode === "required" ? wrong : missing)("sandbox", confinement.reason)];
    const { kind, network } = confinement;
    return [good("sandbox", `${kind}, ${network === "off" ? "no network" : `network: ${network.join(", ")}`}`)];
  } finally {
    await workspace.close();
  }
};
