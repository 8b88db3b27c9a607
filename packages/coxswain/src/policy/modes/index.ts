export { modePolicy, PERMISSION_MODES } from "./mode-policy.ts";
export type { PermissionMode } from "./mode-policy.ts";
