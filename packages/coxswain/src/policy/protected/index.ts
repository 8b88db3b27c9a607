export { protectedPaths, protectedPlaces } from "./protected-places.ts";
export { protectedAtHome, protectedIn, type ProtectedPlaces } from "./protected-place.ts";
