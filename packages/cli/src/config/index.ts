export { configAction } from "./config-action.ts";
export { effective } from "./effective.ts";
export { settingFacts } from "./setting-facts.ts";
