/**
 * What runs without a question. `plan`: reading, and nothing else may be done. `ask`: reading inside the session's folder. `auto-edit`: writing inside as
 * well, and commands in a sandbox. `yolo`: everything. In each of them what is denied is denied, and what is to be asked is asked.
 */
export type PermissionMode = (typeof PERMISSION_MODES)[number];

/** The strictest first. */
export const PERMISSION_MODES = ["plan", "ask", "auto-edit", "yolo"] as const;
