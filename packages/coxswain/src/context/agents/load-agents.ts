import { loadNamed, type ResourceFolder, type ResourceReading } from "../resource-files/index.ts";
import { AGENT_FILE, type AgentDefinition, agentOf } from "./agent-definition.ts";

/** Loads the agents of some folders. Reports problems with `warn`, and skips files that define no agent. */
export const loadAgents = (
  folders: readonly ResourceFolder[],
  tools: readonly string[] | undefined,
  reading: ResourceReading,
): Promise<readonly AgentDefinition[]> =>
  loadNamed(
    folders,
    {
      kind: "agent",
      wanted: (name) => AGENT_FILE.test(name),
      owns: false,
      make: (file) => agentOf(file, { tools, warn: reading.warn }),
    },
    reading,
  );
