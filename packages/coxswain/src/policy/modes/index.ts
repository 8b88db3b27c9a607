export { modePolicy } from "./mode-policy.ts";
export { PERMISSION_MODES, type PermissionMode } from "./permission-mode.ts";
