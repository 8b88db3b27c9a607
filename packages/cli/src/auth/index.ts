export { authAction } from "./actions.ts";
export { keyProviders, type KeySource, keySource } from "./key-provider.ts";
