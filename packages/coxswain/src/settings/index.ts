export { answerStore, type AnswerLocation, type AnswerStore, type SavedAnswer } from "./answer-store.ts";
export { changeSetting, type SettingsTarget } from "./change-setting.ts";
export { credentials, type Credentials } from "./credentials.ts";
export { effectiveSettings, type EffectiveSetting } from "./effective-settings.ts";
export { SettingsError } from "./errors.ts";
export { coxHome, type CoxHome, type Environment } from "./home.ts";
export {
  loadSettings,
  loadSettingsFile,
  projectSettingsPath,
  userSettingsPath,
  type LoadedSettings,
  type SettingsLayer,
  type SettingsRequest,
} from "./load-settings.ts";
export { mcpServerNameFault } from "./mcp-server-name.ts";
export {
  changeProjectServer,
  loadMcpServers,
  mcpApprovals,
  projectMcpServers,
  projectServersPath,
  type ConfiguredMcpServer,
  type LoadedMcpServers,
  type McpApprovals,
  type ProjectMcpServer,
  type SkippedMcpServer,
} from "./mcp/index.ts";
export { projectRoot } from "./project.ts";
export { findSetting, settingKeys, settingsSchema } from "./settings-schema.ts";
export { readSettingsFile } from "./settings-file.ts";
export type { FooterSegment, HookSettings, McpServerSettings, NotificationSettings, Settings, StatusLineSettings } from "./settings.ts";
export { trustStore, type TrustStore } from "./trust.ts";
