export { flagSettings } from "./flag-settings.ts";
export { chooseModel, type ModelFlags, namedModel, NoModelError, thinkingNote } from "./choose-model.ts";
export { type Configuration, configure, CUSTOM } from "./configure.ts";
export { projectTrust, serverApprovals } from "./project-trust.ts";
export { openMcpLogins, openMcpServers } from "./mcp.ts";
export { mcpServerRows, type McpServerRow } from "./mcp-rows.ts";
export { credentialsPath, secretPlaces, trustPath, worktreesFolder } from "./paths.ts";
export { sessionsFolder, userSessions } from "./sessions.ts";
export { knownKeys, maskingOf } from "./known-keys.ts";
export { configuredExtensions, COMMAND_LINE } from "./extensions.ts";
export {
  instructionFiles,
  configuredHooks,
  type ExtensionNames,
  knownTools,
  resourcePlaces,
  untrustedResources,
  type ProjectPart,
  projectParts,
} from "./resources.ts";
export { answerPlace, userAnswers, modeOf, permissions, permissionRules } from "./permissions.ts";
export { configuredWorkspace, openRuntime, toolNames, TASK_TOOLS, taskOptions } from "./runtime.ts";
export { SEARCHERS, toolOptions } from "./tool-options.ts";
