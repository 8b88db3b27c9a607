export { type AnswerPlace, type AnswerStore, answerStore, type KeptAnswer } from "./answer-store.ts";
export { changeSetting, type SettingsTarget } from "./change-setting.ts";
export { credentials, type Credentials } from "./credentials.ts";
export { effectiveSettings, type EffectiveSetting } from "./effective-settings.ts";
export { SettingsError } from "./errors.ts";
export { coxHome, type CoxHome, type Environment } from "./home.ts";
export {
  loadSettings,
  type LoadedSettings,
  loadSettingsFile,
  projectSettingsPath,
  type SettingsLayer,
  type SettingsRequest,
  userSettingsPath,
} from "./load-settings.ts";
export { projectRoot } from "./project.ts";
export type { HookSettings, Settings } from "./settings.ts";
export { findSetting, settingKeys } from "./setting-keys.ts";
export { readSettingsFile } from "./settings-file.ts";
export { settingsSchema } from "./settings-schema.ts";
export { nearest } from "./shapes/index.ts";
export { type TrustStore, trustStore } from "./trust.ts";
