export { chooseModel, type ModelFlags, namedModel, NoModelError, thinkingNote } from "./choose-model.ts";
export { type Configuration, configure, credentialsPath, CUSTOM, trustPath } from "./configure.ts";
export { sessionsFolder } from "./sessions-folder.ts";
export { knownKeys, maskingOf } from "./known-keys.ts";
export { instructionFiles } from "./instruction-files.ts";
export { keptSessions } from "./kept-sessions.ts";
export { secretPlaces } from "./secret-places.ts";
export { resourcePlaces, unreadResources } from "./resources.ts";
export { configuredWorkspace, openRuntime, toolNames } from "./runtime.ts";
