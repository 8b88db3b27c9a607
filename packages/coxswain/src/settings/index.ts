export { credentials, type Credentials } from "./credentials.ts";
export { SettingsError } from "./errors.ts";
export { coxHome, type CoxHome, type Environment } from "./home.ts";
export { loadSettings, type LoadedSettings, type SettingsRequest } from "./load-settings.ts";
export { nearest } from "./nearest.ts";
export { projectRoot } from "./project.ts";
export type { Settings } from "./settings.ts";
export { type TrustStore, trustStore } from "./trust.ts";
