export { COMMON_OPTIONS } from "./common-options.ts";
export { MODELS_OPTIONS } from "./models-options.ts";
export { SESSIONS_OPTIONS } from "./sessions-options.ts";
export { TASK_OPTIONS } from "./task-options.ts";
