export { applyPatch, patchRequests } from "./apply-patch.ts";
