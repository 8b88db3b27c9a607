export { PERMISSION_MODES, type PermissionMode } from "./permission-mode.ts";
