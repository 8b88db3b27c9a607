export { applyPatch, patchRequests } from "./apply-patch.ts";
export { makeChanges } from "./make-changes.ts";
export type { PlannedChange } from "./plan-change.ts";
