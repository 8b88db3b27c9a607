import { readSession, type RuntimeOptions, type Store } from "coxswain";
import { type ContextReport, inspectContext, projectResources } from "coxswain/session";
import { builtinTools } from "coxswain/tools";
import {
  type Configuration,
  configuredWorkspace,
  instructionFiles,
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
}

const HOUR = 3_600_000;

/**
 * Describes the next request of a session with the tools, files and resources of a configuration.
 * @throws errors of `inspectContext`
 */
export const sessionContext = async (
  id: string,
  { store, configuration, folder, tools = [] }: SessionContextOptions,
): Promise<ContextReport> => {
  const cwd = folder ?? (await readSession(store, id)).state.cwd;
  const tasks = taskOptions(configuration);
  return inspectContext(
    {
      store,
      models: configuration.models,
      tools: [...builtinTools(toolOptions(configuration)), ...tools],
      workspace: (root) => configuredWorkspace(configuration, root),
      instructionFiles: instructionFiles(configuration),
      resources: projectResources(resourcePlaces(configuration, cwd)),
      ...(tasks === undefined ? {} : { tasks }),
      ...(configuration.settings.cacheTtl === "1h" ? { cacheMs: HOUR } : {}),
    },
    id,
  );
};
