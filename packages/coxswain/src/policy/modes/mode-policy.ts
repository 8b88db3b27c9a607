import { allowAll, readingInside } from "../grants.ts";
import type { Policy } from "../policy.ts";
import { strictest } from "../strictest.ts";
import { planPolicy } from "./plan.ts";

/**
 * What a mode lets run without a question, for `strictest(…)` beside what denies and asks. `plan` denies besides: whatever may change something, also what rules
 * and answers allow.
 */
export const modePolicy = (mode: PermissionMode): Policy => {
  switch (mode) {
    case "plan":
      return planPolicy();
    case "ask":
      return readingInside();
    case "auto-edit":
      return strictest(readingInside(), writingInside(), confinedCommands());
    case "yolo":
      return allowAll();
  }
};

/**
 * What runs without a question. `plan`: reading, and nothing else may be done. `ask`: reading inside the session's folder. `auto-edit`: writing inside as
 * well, and commands in a sandbox. `yolo`: everything. In each of them what is denied is denied, and what is to be asked is asked.
 */
export type PermissionMode = (typeof PERMISSION_MODES)[number];

/** The strictest first. */
export const PERMISSION_MODES = ["plan", "ask", "auto-edit", "yolo"] as const;

/** Allows writing inside the session's folder. */
const writingInside = (): Policy => (request) =>
  request.effect === "write" && request.inside === true
    ? { verdict: "allow", reason: "writing inside the session's folder is allowed in the mode auto-edit" }
    : undefined;

/** Allows commands that a sandbox holds: they write only where files may be written here anyway. */
const confinedCommands = (): Policy => (request) =>
  request.shell !== undefined && request.confined === true
    ? { verdict: "allow", reason: "commands in the sandbox are allowed in the mode auto-edit" }
    : undefined;
