import { allowAll, readingInside } from "../grants.ts";
import type { Policy } from "../policy.ts";
import { strictest } from "../strictest.ts";
import { confinedCommands, writingInside } from "./auto-edit.ts";
import type { PermissionMode } from "./permission-mode.ts";
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
