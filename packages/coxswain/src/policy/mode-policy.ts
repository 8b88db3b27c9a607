import { allowAll, readingInside } from "./grants.ts";
import { type Policy, strictest } from "./policy.ts";
import { planPolicy } from "./plan.ts";
import { readingCommands } from "./reading-commands.ts";

/**
 * The policy of a mode, for `strictest(…)` together with policies that deny and ask. `plan` also denies everything that may
 * change something, even if rules or answers allow it.
 */
export const modePolicy = (mode: PermissionMode): Policy => {
  switch (mode) {
    case "plan":
      return planPolicy();
    case "ask":
      return reading();
    case "auto-edit":
      return strictest(reading(), writingInside(), confinedCommands());
    case "yolo":
      return allowAll();
  }
};

/**
 * The calls that run without a question. `plan`: reading, and everything else is denied. `ask`: reading inside the session's folder,
 * also by commands. `auto-edit`: also writing inside, and commands in a sandbox. `yolo`: everything. Policies that deny or ask apply in every
 * mode.
 */
export type PermissionMode = (typeof PERMISSION_MODES)[number];

/** All modes, the strictest first. */
export const PERMISSION_MODES = ["plan", "ask", "auto-edit", "yolo"] as const;

/** Allows reading inside the session's folder, by tools and by commands. */
const reading = (): Policy => strictest(readingInside(), readingCommands());

/** Allows writing inside the session's folder. */
const writingInside = (): Policy => (request) =>
  request.effect === "write" && request.inside === true
    ? { verdict: "allow", reason: "writing inside the session's folder is allowed in the mode auto-edit" }
    : undefined;

/** Allows commands in a sandbox: they write only to files that this mode allows to write anyway. */
const confinedCommands = (): Policy => (request) =>
  request.shell !== undefined && request.confined === true
    ? { verdict: "allow", reason: "commands in the sandbox are allowed in the mode auto-edit" }
    : undefined;
