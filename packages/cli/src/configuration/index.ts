export { chooseModel, NoModelError } from "./choose-model.ts";
export { type Configuration, configure, credentialsPath, sessionsFolder, trustPath } from "./configure.ts";
export { secretPlaces } from "./secret-places.ts";
export { openRuntime, toolNames } from "./runtime.ts";
