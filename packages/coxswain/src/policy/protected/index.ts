export { protectedPaths } from "./protected-paths.ts";
export { protectedAtHome, protectedIn } from "./protected-place.ts";
export type { ProtectedPlaces } from "./protected-place.ts";
export { protectedPlaces } from "./protected-places.ts";
