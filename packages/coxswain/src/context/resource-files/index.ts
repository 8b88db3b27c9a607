export { loadNamed } from "./load-named.ts";
export type { LoadedFile } from "./load-named.ts";
export type { ResourceFolder, ResourceOrigin, ResourceReading } from "./resource-folder.ts";
