import { readSession, type RuntimeOptions, type Store } from "coxswain";
import { type ContextReport, inspectContext, projectResources } from "coxswain/session";
import type { McpServers } from "coxswain/mcp";
import { builtinTools } from "coxswain/tools";
import {
  type Configuration,
  configuredWorkspace,
  instructionFiles,
  openMcpServers,
  resourcePlaces,
  taskOptions,
  toolOptions,
} from "../configuration/index.ts";

export interface SessionContextOptions {
  readonly store: Store;
  readonly configuration: Configuration;
  /** The session's folder. Default: as the session states it. */
  readonly folder?: string;
  /** Tools beside the built-in ones. */
  readonly tools?: NonNullable<RuntimeOptions["tools"]>;
  /** Its MCP servers. Default: opened as the configuration names them; none is started. */
  readonly mcp?: McpServers | undefined;
}

const HOUR = 3_600_000;

/**
 * Describes the next request of a session with the tools, files and resources of a configuration.
 * @throws errors of `inspectContext`
 */
export const sessionContext = async (
  id: string,
  { store, configuration, folder, tools = [], mcp }: SessionContextOptions,
): Promise<ContextReport> => {
  const cwd = folder ?? (await readSession(store, id)).state.cwd;
  const tasks = taskOptions(configuration);
  const opened = mcp === undefined ? await openMcpServers(configuration, cwd) : undefined;
  const servers = mcp ?? opened;
  const options = {
    store,
    models: configuration.models,
    tools: [...builtinTools(toolOptions(configuration)), ...tools],
    workspace: (root: string) => configuredWorkspace(configuration, root),
    instructionFiles: instructionFiles(configuration),
    resources: projectResources(resourcePlaces(configuration, cwd)),
    ...(tasks === undefined ? {} : { tasks }),
    ...(servers === undefined ? {} : { mcp: servers }),
    ...(configuration.settings.cacheTtl === "1h" ? { cacheMs: HOUR } : {}),
  };
  try {
    return await inspectContext(options, id);
  } finally {
    await opened?.close();
  }
};
