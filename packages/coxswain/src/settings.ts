/** coxswain/settings: settings files, trust, credentials and saved answers. */

export { nearestName, nearestNames } from "./base/index.ts";
export {
  answerStore,
  changeSetting,
  coxHome,
  credentials,
  effectiveSettings,
  findSetting,
  loadSettings,
  loadSettingsFile,
  projectRoot,
  projectSettingsPath,
  settingKeys,
  SettingsError,
  settingsSchema,
  trustStore,
  userSettingsPath,
} from "./settings/index.ts";
export type {
  AnswerLocation,
  AnswerStore,
  CoxHome,
  Credentials,
  EffectiveSetting,
  Environment,
  FooterSegment,
  LoadedSettings,
  NotificationSettings,
  SavedAnswer,
  Settings,
  SettingsLayer,
  SettingsRequest,
  SettingsTarget,
  StatusLineSettings,
  TrustStore,
} from "./settings/index.ts";
