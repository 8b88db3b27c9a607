export { isBelow } from "./find-files.ts";
export type { FileRule } from "./find-files.ts";
export { type FrontMatter, readFrontMatter } from "./front-matter.ts";
export { type LoadedFile, loadNamed } from "./load-named.ts";
export type { ResourceFolder, ResourceOrigin, ResourceReading } from "./resource-folder.ts";
