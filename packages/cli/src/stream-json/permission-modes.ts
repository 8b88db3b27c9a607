import type { PermissionMode } from "coxswain";

/** What Claude Code calls the modes. */
const MODES = { plan: "plan", ask: "default", "auto-edit": "acceptEdits", yolo: "bypassPermissions" } as const satisfies Record<
  PermissionMode,
  string
>;

/** A mode by the name that Claude Code has for it. */
export const toldMode = (mode: PermissionMode): string => MODES[mode];

/** The mode of a name, Claude Code's or our own; undefined where there is none. */
export const modeNamed = (name: unknown): PermissionMode | undefined =>
  (Object.keys(MODES) as PermissionMode[]).find((mode) => mode === name || MODES[mode] === name);
