import type { PermissionMode } from "coxswain";

/** Claude Code's names of the modes. */
const MODES = { plan: "plan", ask: "default", "auto-edit": "acceptEdits", yolo: "bypassPermissions" } as const satisfies Record<
  PermissionMode,
  string
>;

/** Returns Claude Code's name of a mode. */
export const claudeMode = (mode: PermissionMode): string => MODES[mode];

/** Returns the mode with this name, Claude Code's or ours. */
export const findMode = (name: unknown): PermissionMode | undefined =>
  (Object.keys(MODES) as PermissionMode[]).find((mode) => mode === name || MODES[mode] === name);
