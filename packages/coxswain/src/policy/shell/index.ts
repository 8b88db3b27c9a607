export { baseName, mayBeOption } from "./words.ts";
export { braceExpansion } from "./brace-expansion.ts";
export { commandReader } from "./command-reader.ts";
export type { CommandReader } from "./command-reader.ts";
export { mayConnect } from "./hosts.ts";
export { isPattern, partsMeet, pathPattern } from "./path-pattern.ts";
export type { NamesMeet, PathRelation } from "./path-pattern.ts";
