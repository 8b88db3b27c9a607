export { baseName } from "./base-name.ts";
export { braceExpansion } from "./brace-expansion.ts";
export { type CommandReader, commandReader } from "./command-reader.ts";
export { mayConnect } from "./hosts.ts";
export { mayBeOption } from "./may-be-option.ts";
export { isPattern, type NamesMeet, partsMeet, type PathRelation } from "./parts-meet.ts";
export { isKnownProgram } from "./known-programs.ts";
export { pathPattern } from "./path-pattern.ts";
