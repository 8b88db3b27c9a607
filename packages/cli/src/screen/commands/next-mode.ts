import type { PermissionMode } from "coxswain";
import { PERMISSION_MODES } from "coxswain/policy";

/** Returns the mode after this one, and the first after the last. */
export const nextMode = (mode: PermissionMode): PermissionMode =>
  PERMISSION_MODES[(PERMISSION_MODES.indexOf(mode) + 1) % PERMISSION_MODES.length] ?? mode;
