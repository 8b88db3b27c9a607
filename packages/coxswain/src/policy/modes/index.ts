export { modePolicy } from "./mode-policy.ts";
export { PERMISSION_MODES } from "./permission-mode.ts";
export type { PermissionMode } from "./permission-mode.ts";
