export { authAction } from "./auth-action.ts";
export { type KeyHolder, keyHolders } from "./key-holder.ts";
export { type KeySource, keySource } from "./key-source.ts";
