export { makeChanges } from "./make-changes.ts";
export { parsePatch, type PatchChange } from "./parse-patch.ts";
export { patchTargets } from "./patch-targets.ts";
export { planChange, type PlannedChange } from "./plan-change.ts";
