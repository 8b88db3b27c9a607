export { protectedAtHome, protectedIn, type ProtectedPlaces } from "./protected-place.ts";
export { protectedPaths } from "./protected-paths.ts";
export { protectedPlaces } from "./protected-places.ts";
