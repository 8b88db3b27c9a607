export { AUTH_OPTIONS } from "./auth-options.ts";
export { COMMON_OPTIONS } from "./common-options.ts";
export { MODELS_OPTIONS } from "./models-options.ts";
export { SEARCH_OPTIONS } from "./search-options.ts";
export { SESSIONS_OPTIONS } from "./sessions-options.ts";
export { SKILLS_OPTIONS } from "./skills-options.ts";
export { STATS_OPTIONS } from "./stats-options.ts";
export { TASK_OPTIONS } from "./task-options.ts";
